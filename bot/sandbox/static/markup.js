// The HTML of a message, rebuilt element by element from an allowlist.
//
// The sandbox renders it from entities and escapes the text; this is the second lock: the string is
// parsed into a document that runs nothing and loads nothing, and only what is named here is copied.

import { h } from "./dom.js";

const PLAIN = new Map([
  ["B", "b"],
  ["STRONG", "b"],
  ["I", "i"],
  ["EM", "i"],
  ["U", "u"],
  ["INS", "u"],
  ["S", "s"],
  ["STRIKE", "s"],
  ["DEL", "s"],
  ["CODE", "code"],
  ["PRE", "pre"],
  ["BR", "br"],
]);

const DROPPED = new Set(["SCRIPT", "STYLE", "TEMPLATE", "IFRAME", "OBJECT", "EMBED", "SVG", "MATH", "NOSCRIPT"]);

const overflow = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const fold = target.parentElement;
    if (fold && !fold.classList.contains("open")) {
      fold.classList.toggle("short", target.scrollHeight <= target.clientHeight + 2);
    }
  }
});

/**
 * Turns a message's HTML into nodes. `opened` is a set of numbers, one for each fold or spoiler that
 * its reader has opened; it is kept by the caller so that an edit does not close them again.
 * `onLink(url)` is called for a link; links are buttons, the page itself never navigates.
 */
export function renderMarkup(html, opened, onLink) {
  const source = new DOMParser().parseFromString(html, "text/html").body;
  const context = { opened, onLink, hidden: 0 };
  const result = document.createDocumentFragment();
  copyChildren(source, result, context);
  return result;
}

function copyChildren(source, target, context) {
  for (const node of source.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) target.append(node.data);
    else if (node.nodeType === Node.ELEMENT_NODE && !DROPPED.has(node.tagName.toUpperCase())) {
      copyElement(node, target, context);
    }
  }
}

function copyElement(node, target, context) {
  const tag = node.tagName;
  const plain = PLAIN.get(tag);
  let copy = null;
  if (plain) copy = h(plain);
  else if (tag === "TIME" || tag === "TG-TIME") copy = moment(node);
  else if (tag === "A") copy = link(node, context);
  else if (isSpoiler(node)) copy = spoiler(context);
  else if (tag === "BLOCKQUOTE") {
    if (isExpandable(node)) {
      target.append(fold(node, context));
      return;
    }
    copy = h("blockquote");
  }
  // An unknown element vanishes and leaves its text.
  copyChildren(node, copy ?? target, context);
  if (copy) target.append(copy);
}

function isSpoiler(node) {
  return node.tagName === "TG-SPOILER" || (node.tagName === "SPAN" && /\b(tg-)?spoiler\b/.test(node.className));
}

function isExpandable(node) {
  return (
    node.hasAttribute("expandable") ||
    node.hasAttribute("data-expandable") ||
    node.classList.contains("expandable")
  );
}

function moment(node) {
  const unix = Number(node.dataset.unix ?? node.getAttribute("unix"));
  const format = node.dataset.format ?? node.getAttribute("format") ?? "";
  if (!Number.isFinite(unix)) return h("span");
  return h("time", { "data-unix": unix, "data-format": format, title: new Date(unix * 1000).toLocaleString() });
}

function link(node, context) {
  const href = node.getAttribute("href") ?? "";
  if (/^tg:\/\/user\?id=\d+$/.test(href)) return h("span", { class: "mention" });
  if (!/^https?:\/\//i.test(href)) return h("span");
  return h("button", { type: "button", class: "link", title: href, onclick: () => context.onLink(href) });
}

function spoiler(context) {
  const number = context.hidden++;
  const reveal = () => {
    context.opened.add(number);
    element.classList.add("open");
    element.removeAttribute("role");
    element.removeAttribute("tabindex");
    element.removeAttribute("aria-label");
  };
  const element = h("span", {
    class: "spoiler",
    role: "button",
    tabindex: 0,
    "aria-label": "剧透，点开看 · Spoiler, tap to reveal",
    onclick: reveal,
    onkeydown: (event) => {
      if (event.key === "Enter" || event.key === " ") reveal();
    },
  });
  if (context.opened.has(number)) reveal();
  return element;
}

function fold(node, context) {
  const number = context.hidden++;
  const text = h("div", { class: "fold-text" });
  const toggle = h("button", { type: "button", class: "fold-toggle", onclick: () => show(!context.opened.has(number)) });
  const element = h("blockquote", { class: "fold" }, text, toggle);
  const show = (open) => {
    if (open) context.opened.add(number);
    else context.opened.delete(number);
    element.classList.toggle("open", open);
    toggle.setAttribute("aria-expanded", String(open));
    toggle.setAttribute("aria-label", open ? "收起 · Fold" : "展开 · Unfold");
  };
  show(context.opened.has(number));
  copyChildren(node, text, context);
  overflow.observe(text);
  return element;
}
