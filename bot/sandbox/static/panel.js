// One phone: a chat as one person sees it.

import { bilingual, fullName, h, hue } from "./dom.js";
import { hoursMinutes, tick } from "./clock.js";
import { renderMarkup } from "./markup.js";

const TOAST_MS = 3000;
const NEAR_BOTTOM_PX = 48;
const COMMANDS = ["/gouji", "/hand", "/table", "/rules", "/score", "/help"];
const STYLES = new Set(["success", "danger", "primary"]);

/** Who wrote a message, whether the sandbox gives a user or only an id. */
export function senderId(message) {
  return typeof message.from === "object" && message.from !== null ? message.from.id : message.from;
}

/** Files are only taken from the sandbox itself. */
function isOwnPath(url) {
  return typeof url === "string" && /^\/(?!\/)/.test(url);
}

/**
 * A chat on the page. `actions` is what a phone can do:
 * `say(text, topic)`, `tap(messageId, data)` -> answer, `follow(url)`, `become()`, `showPhoto(url)`,
 * `user(id)` -> user or undefined, `selectChat(id)`.
 */
export class Panel {
  constructor({ chatId, kind, userId, actions }) {
    this.chatId = chatId;
    this.kind = kind;
    this.viewer = userId;
    this.actions = actions;
    this.chat = null;
    this.nodes = new Map();
    this.opened = new Map();
    this.busy = new Set();
    this.seen = new Set();
    this.unread = 0;
    this.following = true;
    this.lastTop = 0;
    this.toastTimer = null;
    this.build();
  }

  build() {
    this.title = h("span", { class: "title" });
    this.subtitle = h("span", { class: "subtitle" });
    this.face = h("span", { class: "face" });
    this.chooser = h("select", {
      class: "chooser",
      "aria-label": "选一个群 · Choose a group",
      hidden: true,
      onchange: () => this.actions.selectChat(Number(this.chooser.value)),
    });
    const heading = [this.face, h("span", { class: "names" }, this.title, this.subtitle)];
    this.collapse = h(
      "button",
      { type: "button", class: "collapse", "aria-expanded": "true", "aria-label": "收起 · Collapse", onclick: () => this.toggle() },
      "▾",
    );
    const top =
      this.kind === "private"
        ? [h("button", { type: "button", class: "become", onclick: () => this.actions.become() }, heading), this.collapse]
        : [h("div", { class: "become" }, heading), this.chooser];
    this.log = h("div", { class: "log", role: "log", "aria-live": "polite", tabindex: 0, onscroll: () => this.scrolled() });
    this.empty = h("div", { class: "empty" });
    this.jump = h(
      "button",
      { type: "button", class: "jump", hidden: true, "aria-label": "到最下面 · To the bottom", onclick: () => this.toBottom() },
      "↓",
    );
    this.toast = h("div", { class: "toast", role: "status", hidden: true });
    this.alert = h("div", { class: "alert", hidden: true });
    this.body = h("div", { class: "body" }, this.log, this.jump, this.toast, this.alert);
    this.element = h(
      "section",
      { class: `phone ${this.kind}`, "data-chat": this.chatId, "data-user": this.viewer },
      h("header", { class: "top" }, top),
      this.body,
      this.composer(),
    );
    if (this.kind === "private") this.element.addEventListener("click", (event) => this.clicked(event));
    new ResizeObserver(() => this.following && this.toBottom()).observe(this.log);
  }

  composer() {
    this.input = h("textarea", {
      rows: 1,
      class: "input",
      name: "text",
      maxlength: 4096,
      autocomplete: "off",
      onkeydown: (event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
          event.preventDefault();
          this.send();
        }
      },
    });
    this.topic = h("select", { class: "chooser", "aria-label": "话题 · Topic", hidden: true });
    const chips = COMMANDS.map((command) =>
      h("button", { type: "button", class: "chip", "data-command": command, onclick: () => this.say(command) }, command),
    );
    return h(
      "form",
      {
        class: "composer",
        onsubmit: (event) => {
          event.preventDefault();
          this.send();
        },
      },
      h("div", { class: "chips" }, chips),
      h("div", { class: "line" }, this.topic, this.input, h("button", { type: "submit", class: "send", "aria-label": "发送 · Send" }, "➤")),
    );
  }

  /** A click on the phone itself, not on something in it, makes its owner the chosen person. */
  clicked(event) {
    if (event.target.closest("button, textarea, select, a, [role=button], .alert")) return;
    if (String(getSelection())) return;
    this.actions.become();
  }

  toggle(collapsed = !this.element.classList.contains("collapsed")) {
    this.element.classList.toggle("collapsed", collapsed);
    this.collapse.setAttribute("aria-expanded", String(!collapsed));
    this.collapse.setAttribute("aria-label", collapsed ? "展开 · Expand" : "收起 · Collapse");
  }

  /** Sets who looks at and acts in this chat, and in whose language times are written. */
  setViewer(user) {
    this.viewer = user.id;
    this.element.dataset.user = user.id;
    this.log.lang = user.language_code || "zh";
    const name = fullName(user);
    this.input.placeholder = this.kind === "group" ? `${name}：说点什么… Message` : "消息 Message";
    this.input.setAttribute("aria-label", `${name} 的消息 · Message as ${name}`);
    if (this.chat) this.update(this.chat);
  }

  setHeading({ face, title, subtitle }) {
    this.face.replaceChildren(face);
    this.title.replaceChildren(title);
    this.subtitle.replaceChildren(...subtitle);
    this.element.setAttribute("aria-label", title);
  }

  setChoices(chats, current) {
    this.chooser.hidden = chats.length < 2;
    this.chooser.replaceChildren(
      ...chats.map((chat) => h("option", { value: chat.id, selected: chat.id === current }, chat.title)),
    );
  }

  setTopics(topics) {
    const chosen = this.topic.value;
    this.topic.hidden = topics.length === 0;
    this.topic.replaceChildren(
      h("option", { value: "" }, "General"),
      ...topics.map(({ message_thread_id: id, name }) => h("option", { value: id, selected: String(id) === chosen }, name)),
    );
  }

  /** Shows another chat in this phone. */
  setChat(chatId) {
    if (chatId === this.chatId) return;
    this.chatId = chatId;
    this.element.dataset.chat = chatId;
    this.nodes.clear();
    this.opened.clear();
    this.seen.clear();
    this.log.replaceChildren();
    this.following = true;
  }

  /** Brings the log to what the chat holds now, touching only what has changed. */
  update(chat) {
    const first = this.chat === null || this.chat.id !== chat.id;
    this.chat = chat;
    this.setTopics(chat.topics ?? []);
    const kept = new Set();
    let previous = null;
    for (const message of chat.messages) {
      kept.add(message.message_id);
      const element = this.node(message, previous);
      if (previous === null ? this.log.firstChild !== element : previous.element.nextSibling !== element) {
        if (previous === null) this.log.prepend(element);
        else previous.element.after(element);
      }
      if (!first && !this.seen.has(message.message_id) && senderId(message) !== this.viewer) this.unread += 1;
      this.seen.add(message.message_id);
      previous = { message, element };
    }
    for (const [id, { element }] of this.nodes) {
      if (!kept.has(id)) {
        element.remove();
        this.nodes.delete(id);
      }
    }
    this.showEmpty(chat.messages.length === 0);
    tick(this.log);
    if (this.following) this.toBottom();
    else this.jump.hidden = false;
  }

  showEmpty(isEmpty) {
    if (!isEmpty) {
      this.empty.remove();
      return;
    }
    this.empty.replaceChildren(
      this.kind === "private"
        ? h("button", { type: "button", class: "start", onclick: () => this.say("/start") }, bilingual("开始", "Start"))
        : h("p", {}, bilingual("还没有消息", "No messages yet")),
    );
    this.log.append(this.empty);
  }

  node(message, previous) {
    const grouped =
      previous !== null &&
      !previous.message.service &&
      senderId(previous.message) === senderId(message) &&
      message.date - previous.message.date < 600;
    const signature = JSON.stringify([message, this.viewer, grouped]);
    const known = this.nodes.get(message.message_id);
    if (known?.signature === signature) return known.element;
    const element = message.service ? this.service(message) : this.bubble(message, grouped);
    element.dataset.messageId = message.message_id;
    element.dataset.chatId = this.chatId;
    known?.element.replaceWith(element);
    this.nodes.set(message.message_id, { signature, element });
    return element;
  }

  service(message) {
    return h("div", { class: "message service" }, h("span", {}, message.service));
  }

  bubble(message, grouped) {
    const id = senderId(message);
    const sender = this.actions.user(id) ?? (typeof message.from === "object" ? message.from : null);
    const mine = id === this.viewer;
    const bubble = h("div", { class: "bubble" });
    if (this.kind === "group" && !mine && !grouped) bubble.append(this.author(message, id, sender));
    const topic = this.chat.topics?.find((each) => each.message_thread_id === message.message_thread_id);
    if (topic) bubble.append(h("div", { class: "topic" }, `# ${topic.name}`));
    if (isOwnPath(message.photo)) bubble.append(this.photo(message.photo));
    if (isOwnPath(message.document?.url)) bubble.append(this.document(message.document));
    const text = h("div", { class: "text", dir: "auto" });
    text.append(renderMarkup(message.html ?? "", this.openedIn(message), (url) => this.actions.follow(url)));
    bubble.append(text, this.meta(message));
    const element = h("article", { class: `message${mine ? " mine" : ""}${grouped ? " grouped" : ""}` }, bubble);
    if (message.keyboard?.length) {
      element.classList.add("with-keyboard");
      element.append(this.keyboard(message));
    }
    return element;
  }

  author(message, id, sender) {
    const name = message.sender_chat?.title ?? (sender ? fullName(sender) : "?");
    const line = h("div", { class: "author" }, name);
    if (sender?.is_bot) line.append(h("small", { class: "badge" }, "bot"));
    line.style.setProperty("--hue", hue(message.sender_chat?.id ?? id));
    return line;
  }

  openedIn(message) {
    if (!this.opened.has(message.message_id)) this.opened.set(message.message_id, new Set());
    return this.opened.get(message.message_id);
  }

  photo(url) {
    const image = h("img", { src: url, alt: "图片 · Photo", onload: () => this.following && this.toBottom() });
    return h("button", { type: "button", class: "photo", "aria-label": "放大图片 · Enlarge", onclick: () => this.actions.showPhoto(url) }, image);
  }

  document(file) {
    return h("a", { class: "document", href: file.url, download: file.file_name }, `📄 ${file.file_name}`);
  }

  meta(message) {
    const words = message.edit_date ? ["已编辑 edited "] : [];
    return h("span", { class: "meta" }, ...words, hoursMinutes(message.date));
  }

  keyboard(message) {
    const rows = message.keyboard.map((row) => h("div", { class: "row" }, row.map((button) => this.button(message, button))));
    return h("div", { class: "keyboard" }, rows);
  }

  button(message, button) {
    const element = h(
      "button",
      {
        type: "button",
        class: STYLES.has(button.style) ? `key ${button.style}` : "key",
        "data-callback": button.callback_data,
        "data-url": button.url,
        "data-style": button.style,
        disabled: this.busy.has(message.message_id),
        onclick: () => (button.callback_data === undefined ? this.actions.follow(button.url) : this.press(message, button, element)),
      },
      h("span", {}, button.text),
    );
    return element;
  }

  /** Taps a button; the whole keyboard waits for the answer. */
  async press(message, button, element) {
    const id = message.message_id;
    if (this.busy.has(id)) return;
    element.classList.add("pressed");
    this.setBusy(id, true);
    try {
      await this.actions.tap(id, button.callback_data);
    } finally {
      element.classList.remove("pressed");
      this.setBusy(id, false);
    }
  }

  setBusy(messageId, busy) {
    if (busy) this.busy.add(messageId);
    else this.busy.delete(messageId);
    const element = this.nodes.get(messageId)?.element;
    for (const key of element?.querySelectorAll(".key") ?? []) key.disabled = busy;
  }

  async send() {
    const text = this.input.value.trim();
    if (!text) return;
    this.input.value = "";
    if (!(await this.say(text)) && !this.input.value) this.input.value = text;
  }

  async say(text) {
    this.following = true;
    return this.actions.say(text, Number(this.topic.value) || undefined);
  }

  /** The bot's answer to a tap, as its tapper sees it. */
  showAnswer(answer) {
    if (!answer?.text) return;
    if (answer.show_alert) this.showAlert(answer.text);
    else this.showToast(answer.text);
  }

  showToast(text, isError = false) {
    clearTimeout(this.toastTimer);
    this.toast.textContent = text;
    this.toast.classList.toggle("error", isError);
    this.toast.hidden = false;
    this.toastTimer = setTimeout(() => (this.toast.hidden = true), TOAST_MS);
  }

  showAlert(text) {
    const before = document.activeElement;
    const close = () => {
      this.alert.hidden = true;
      if (before?.isConnected) before.focus({ preventScroll: true });
    };
    const ok = h("button", { type: "button", class: "alert-ok", onclick: close }, bilingual("好", "OK"));
    const box = h("div", { class: "alert-box", role: "alertdialog", "aria-modal": "true", "aria-label": "提示 · Alert" }, h("p", {}, text), ok);
    box.addEventListener("keydown", (event) => event.key === "Escape" && close());
    this.alert.replaceChildren(box);
    this.alert.hidden = false;
    ok.focus({ preventScroll: true });
  }

  scrolled() {
    const distance = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight;
    const movedUp = this.log.scrollTop < this.lastTop;
    this.lastTop = this.log.scrollTop;
    // What grows below the end (a picture that has loaded) does not count as scrolling up.
    if (distance < NEAR_BOTTOM_PX) this.following = true;
    else if (movedUp) this.following = false;
    if (this.following) this.jump.hidden = true;
  }

  toBottom() {
    this.following = true;
    this.jump.hidden = true;
    this.log.scrollTop = this.log.scrollHeight;
  }
}
