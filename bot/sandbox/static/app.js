// The sandbox's page: a group and its members' private chats side by side.

import { SandboxError, api } from "./api.js";
import { formatMoment, isManual, now, setClock, tick } from "./clock.js";
import { avatar, fullName, h } from "./dom.js";
import { Panel } from "./panel.js";
import { StepFailed, playAlone } from "./solo.js";

const REMEMBERED = "gouji-sandbox-me";
const RETRY_MS = 1000;
const LONGEST_RETRY_MS = 8000;
const CLOCK_POLL_MS = 1000;
const TICK_MS = 500;
const OUT_OF_REACH = "连不上沙盒，正在重试… · The sandbox is out of reach, trying again…";

const $ = (id) => document.getElementById(id);
const tabs = () => document.querySelectorAll(".tabs button");
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Everything the page knows, and what each of its buttons does. */
class App {
  constructor() {
    this.version = 0;
    this.bot = null;
    this.users = new Map();
    this.chats = new Map();
    this.me = null;
    this.groupId = null;
    this.group = null;
    this.privates = new Map();
    this.watchers = new Set();
    this.shownAnswers = new Set();
    this.runningTaps = new Set();
    this.tab = "group";
    this.offline = false;
  }

  /** The chosen person. */
  get person() {
    return this.users.get(this.me);
  }

  async start() {
    $("solo").addEventListener("click", () => this.solo());
    $("hint-close").addEventListener("click", () => this.hint(null));
    $("clock-advance").addEventListener("click", () => this.advance());
    $("photo").addEventListener("click", () => $("photo").close());
    for (const tab of tabs()) tab.addEventListener("click", () => this.showTab(tab.dataset.tab));
    setInterval(() => this.everySecond(), TICK_MS);
    setInterval(() => this.pollManualClock(), CLOCK_POLL_MS);
    await this.poll();
  }

  // What the sandbox holds ------------------------------------------------------------------

  async load() {
    let state = await api.state();
    if (!state.chats.some((chat) => chat.type !== "private")) {
      await api.friends();
      state = await api.state();
    }
    this.version = state.version;
    this.bot = state.bot;
    setClock(state.now, state.mode);
    this.users = new Map(state.users.map((user) => [user.id, user]));
    this.chats = new Map(state.chats.map((chat) => [chat.id, chat]));
    this.layOut();
  }

  /** Follows the sandbox for as long as the page is open. */
  async poll() {
    let wait = RETRY_MS;
    let loaded = false;
    for (;;) {
      try {
        if (!loaded) {
          await this.load();
          loaded = true;
          this.setOffline(false);
        }
        await this.follow(await api.events(this.version));
        wait = RETRY_MS;
      } catch (error) {
        if (!(error instanceof SandboxError)) throw error;
        loaded = false;
        this.setOffline(true);
        await pause(wait);
        wait = Math.min(wait * 2, LONGEST_RETRY_MS);
      }
    }
  }

  async follow(events) {
    const known = events.version >= this.version && events.changed.every((id) => this.chats.has(id));
    if (!known || !(await this.reread(events))) await this.load();
    for (const answer of events.answers ?? []) this.answered(answer);
    for (const watcher of [...this.watchers]) watcher();
  }

  /** Fetches the changed chats again; false if one of them is gone. */
  async reread(events) {
    let chats;
    try {
      chats = await Promise.all(events.changed.map((id) => api.chat(id)));
    } catch (error) {
      if (error instanceof SandboxError && error.status === 404) return false;
      throw error;
    }
    this.version = events.version;
    for (const chat of chats) this.chats.set(chat.id, chat);
    this.refresh(new Set(events.changed));
    return true;
  }

  setOffline(offline) {
    if (offline === this.offline) return;
    this.offline = offline;
    document.body.classList.toggle("offline", offline);
    this.hint(offline ? OUT_OF_REACH : null, offline ? "error" : "");
  }

  /** Resolves with the first true value of `find()`, now or after a change; null after `ms`. */
  until(find, ms) {
    return new Promise((resolve) => {
      const finish = (value) => {
        clearTimeout(timer);
        this.watchers.delete(look);
        resolve(value);
      };
      const look = () => {
        const value = find();
        if (value) finish(value);
      };
      const timer = setTimeout(() => finish(null), ms);
      this.watchers.add(look);
      look();
    });
  }

  // What the page shows ---------------------------------------------------------------------

  friends() {
    return [...this.users.values()].filter((user) => !user.is_bot);
  }

  groups() {
    return [...this.chats.values()].filter((chat) => chat.type === "group" || chat.type === "supergroup");
  }

  privateChat(userId) {
    return this.chats.get(userId) ?? { id: userId, type: "private", messages: [] };
  }

  layOut() {
    const friends = this.friends();
    if (!this.users.has(this.me)) this.me = this.rememberedPerson(friends);
    const groups = this.groups();
    if (!groups.some((chat) => chat.id === this.groupId)) {
      // A group that became a supergroup has another id and the same title.
      const title = this.group?.chat?.title;
      this.groupId = (groups.find((chat) => chat.title === title) ?? groups.at(0))?.id ?? null;
    }
    const phones = $("phones");
    if (!phones.querySelector(".guide")) phones.append($("guide").content.cloneNode(true));
    const guide = phones.querySelector(".guide");
    if (this.group === null && this.groupId !== null) {
      this.group = new Panel({ chatId: this.groupId, kind: "group", userId: this.me, actions: this.groupActions() });
      phones.prepend(this.group.element);
    }
    for (const user of friends) {
      if (this.privates.has(user.id)) continue;
      const panel = new Panel({ chatId: user.id, kind: "private", userId: user.id, actions: this.privateActions(user.id) });
      panel.setHeading({
        face: avatar(user.id, fullName(user)),
        title: fullName(user),
        subtitle: ["私聊 ", h("small", {}, `with ${this.bot.first_name ?? this.bot.username}`)],
      });
      panel.setViewer(user);
      this.privates.set(user.id, panel);
      guide.before(panel.element);
    }
    for (const [id, panel] of this.privates) {
      if (this.users.has(id)) continue;
      panel.element.remove();
      this.privates.delete(id);
    }
    this.drawPeople(friends);
    this.become(this.me);
    this.refresh(new Set([this.groupId, ...this.privates.keys()]));
    $("clock").hidden = !isManual();
  }

  rememberedPerson(friends) {
    const asked = Number(new URLSearchParams(location.search).get("me") ?? localStorage.getItem(REMEMBERED));
    return friends.some((user) => user.id === asked) ? asked : (friends[0]?.id ?? null);
  }

  drawPeople(friends) {
    $("people").replaceChildren(
      ...friends.map((user) =>
        h(
          "button",
          { type: "button", class: "person", "data-me": user.id, "aria-pressed": String(user.id === this.me), onclick: () => this.become(user.id) },
          avatar(user.id, fullName(user)),
          h("span", { class: "name" }, fullName(user)),
          h("span", { class: "unread", hidden: true }),
        ),
      ),
    );
  }

  /** Makes somebody the person who acts in the group and whose phone is in front. */
  become(userId) {
    if (!this.users.has(userId)) return;
    this.me = userId;
    localStorage.setItem(REMEMBERED, String(userId));
    for (const button of $("people").children) {
      const chosen = Number(button.dataset.me) === userId;
      button.setAttribute("aria-pressed", String(chosen));
      if (chosen) button.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    for (const [id, panel] of this.privates) {
      const chosen = id === userId;
      panel.element.classList.toggle("chosen", chosen);
      if (chosen) {
        panel.toggle(false);
        panel.following = true;
        requestAnimationFrame(() => panel.toBottom());
      }
    }
    this.group?.setViewer(this.person);
    this.countUnread();
  }

  refresh(changed) {
    if (this.group && changed.has(this.groupId)) this.drawGroup();
    for (const [id, panel] of this.privates) {
      if (changed.has(id)) panel.update(this.privateChat(id));
    }
    this.countUnread();
  }

  drawGroup() {
    const chat = this.chats.get(this.groupId);
    const people = (chat.members ?? []).length;
    this.group.setChat(chat.id);
    this.group.setHeading({
      face: avatar(chat.id, chat.title, "够"),
      title: chat.title,
      subtitle: [`${people} 位成员 `, h("small", {}, `${people} members`)],
    });
    this.group.setChoices(this.groups(), chat.id);
    this.group.update(chat);
  }

  showTab(name) {
    this.tab = name;
    $("phones").dataset.tab = name;
    for (const tab of tabs()) tab.setAttribute("aria-pressed", String(tab.dataset.tab === name));
    this.countUnread();
    const panel = name === "group" ? this.group : this.privates.get(this.me);
    if (panel?.following) requestAnimationFrame(() => panel.toBottom());
  }

  /** Marks what waits on phones that are not in front. */
  countUnread() {
    const narrow = matchMedia("(max-width: 759px)").matches;
    const mine = this.privates.get(this.me);
    if (mine && (!narrow || this.tab === "private")) mine.unread = 0;
    if (this.group && (!narrow || this.tab === "group")) this.group.unread = 0;
    for (const button of $("people").children) {
      const badge = button.querySelector(".unread");
      const count = this.privates.get(Number(button.dataset.me))?.unread ?? 0;
      badge.hidden = count === 0;
      badge.textContent = String(Math.min(count, 99));
    }
    $("tab-group").classList.toggle("waiting", (this.group?.unread ?? 0) > 0);
    $("tab-private").classList.toggle("waiting", (mine?.unread ?? 0) > 0);
  }

  hint(text, kind = "") {
    $("hint").hidden = text === null;
    $("hint").className = `hint ${kind}`;
    $("hint-text").textContent = text ?? "";
  }

  everySecond() {
    tick();
    if (isManual()) $("clock-now").textContent = `⏱ ${formatMoment(now(), "T", "zh")}`;
  }

  async pollManualClock() {
    if (!isManual() || this.offline) return;
    try {
      const clock = await api.clock();
      setClock(clock.now, clock.mode);
    } catch (error) {
      // The event poll notices a lost sandbox and says so.
      if (!(error instanceof SandboxError)) throw error;
    }
  }

  // What people do --------------------------------------------------------------------------

  groupActions() {
    return this.actions(() => this.group, () => this.me);
  }

  privateActions(userId) {
    return this.actions(() => this.privates.get(userId), () => userId);
  }

  actions(panel, actor) {
    return {
      say: (text, topic) => this.tried(panel(), () => api.say(panel().chatId, actor(), text, topic)),
      tap: (messageId, data) => this.tap(panel(), actor(), messageId, data),
      follow: (url) => this.openLink(panel(), actor(), url),
      become: () => this.become(actor()),
      user: (id) => this.users.get(id),
      showPhoto: (url) => this.showPhoto(url),
      selectChat: (id) => this.selectGroup(id),
    };
  }

  /** Does something for a phone; what the sandbox refuses is shown there. True if it was done. */
  async tried(panel, action) {
    try {
      await action();
      return true;
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      panel.showToast(error.message, true);
      return false;
    }
  }

  /** Presses a button as somebody; gives the bot's answer, or null if there was none. */
  async tap(panel, userId, messageId, data) {
    let result = null;
    const running = this.tried(panel, async () => {
      result = await api.tap(userId, panel.chatId, messageId, data);
      this.shownAnswers.add(result.query_id);
    });
    this.runningTaps.add(running);
    await running;
    this.runningTaps.delete(running);
    const answer = result?.answer ?? null;
    panel.showAnswer(answer);
    if (answer?.url) await this.openLink(panel, userId, answer.url);
    return answer;
  }

  /** An answer told by the events: shown unless it is the one that a tap of this page waits for. */
  async answered(answer) {
    await Promise.all(this.runningTaps);
    if (this.shownAnswers.delete(answer.query_id)) return;
    if (answer.user !== this.me) return;
    this.privates.get(answer.user)?.showAnswer(answer);
  }

  /** Follows a link: to the bot's private chat within the page, anything else in a new window. */
  async openLink(panel, userId, url) {
    const target = new URL(url, "https://t.me/");
    if (target.protocol !== "https:" && target.protocol !== "http:") return;
    const isBot = target.hostname === "t.me" && target.pathname.slice(1).toLowerCase() === String(this.bot.username).toLowerCase();
    if (!isBot) {
      window.open(target, "_blank", "noopener");
      return;
    }
    if (!(await this.tried(panel, () => api.open(userId, target.href)))) return;
    if (userId === this.me) this.showTab("private");
  }

  selectGroup(id) {
    this.groupId = id;
    this.drawGroup();
  }

  showPhoto(url) {
    $("photo-close").replaceChildren(h("img", { src: url, alt: "" }));
    $("photo").showModal();
  }

  async advance() {
    await this.tried(this.group, () => api.advance(10));
    await this.pollManualClock();
  }

  async solo() {
    if (!this.group) return;
    $("solo").disabled = true;
    try {
      const last = await playAlone(this, (text) => this.hint(text, "busy"));
      this.hint(last, "done");
    } catch (error) {
      if (!(error instanceof StepFailed) && !(error instanceof SandboxError)) throw error;
      this.hint(error.message, "error");
    } finally {
      $("solo").disabled = false;
    }
  }
}

await new App().start();
