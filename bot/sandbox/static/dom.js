// Small helpers for building the page. Text only ever enters through text nodes.

/**
 * Builds an element. `props` are attributes, except `on…` functions, which are listeners, and
 * `class`. A false, null or undefined value leaves the attribute out. Children are nodes or text.
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** A label in both languages, Chinese first. */
export function bilingual(chinese, english) {
  return [`${chinese} `, h("small", {}, english)];
}

const HUES = [211, 145, 28, 338, 268, 182, 48, 0];

/** A colour for a person or chat that is the same everywhere on the page. */
export function hue(id) {
  return HUES[Math.abs(Number(id)) % HUES.length];
}

/** The first sign of a name, whole even where it takes two UTF-16 units. */
export function initial(name) {
  return [...(name || "?")][0];
}

/** A round picture with the initial of a name. */
export function avatar(id, name, sign = initial(name)) {
  const circle = h("span", { class: "avatar", "aria-hidden": "true" }, sign);
  circle.style.setProperty("--hue", hue(id));
  return circle;
}

/** What a person is called. */
export function fullName(user) {
  return [user.first_name, user.last_name].filter(Boolean).join(" ") || user.username || String(user.id);
}
