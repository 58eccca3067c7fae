// The sandbox's clock as the page knows it, and times written relative to it.

let mode = "real";
let base = Date.now() / 1000;
let takenAt = performance.now();

/** Takes over what the sandbox says its clock shows. */
export function setClock(now, newMode) {
  base = now;
  mode = newMode ?? mode;
  takenAt = performance.now();
}

/** The sandbox's time in unix seconds: a manual clock stands still between two reports. */
export function now() {
  return mode === "manual" ? base : base + (performance.now() - takenAt) / 1000;
}

export function isManual() {
  return mode === "manual";
}

const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const caches = new Map();

function cached(key, make) {
  if (!caches.has(key)) caches.set(key, make());
  return caches.get(key);
}

function language(code) {
  return (code || "zh").startsWith("zh") ? "zh-CN" : code;
}

/** "38秒后", "in 2 min.": a moment seen from now, in the reader's language. */
export function relative(unix, code) {
  const distance = Math.round(unix - now());
  const [unit, size] = UNITS.find(([, seconds]) => Math.abs(distance) >= seconds) ?? UNITS.at(-1);
  const tag = language(code);
  const numeric = distance === 0 ? "auto" : "always";
  const format = cached(`relative ${tag} ${numeric}`, () => new Intl.RelativeTimeFormat(tag, { style: "short", numeric }));
  return format.format(Math.trunc(distance / size), unit);
}

function formatter(pattern, code) {
  const tag = language(code);
  return cached(`${pattern} ${tag}`, () => {
    const options = {};
    if (pattern.includes("w")) options.weekday = "long";
    if (pattern.includes("d")) Object.assign(options, { year: "2-digit", month: "2-digit", day: "2-digit" });
    if (pattern.includes("D")) Object.assign(options, { year: "numeric", month: "long", day: "numeric" });
    if (/[tT]/.test(pattern)) Object.assign(options, { hour: "2-digit", minute: "2-digit", hour12: false });
    if (pattern.includes("T")) options.second = "2-digit";
    return new Intl.DateTimeFormat(tag, options);
  });
}

/** A date_time entity as Telegram's formats ask: "r" relative; w, d, D, t, T parts of a date. */
export function formatMoment(unix, pattern, code) {
  if (pattern === "r") return relative(unix, code);
  return formatter(pattern, code).format(new Date(unix * 1000));
}

/** Hours and minutes for the corner of a bubble. */
export function hoursMinutes(unix) {
  return formatter("t", "zh").format(new Date(unix * 1000));
}

/** Rewrites every time on the page whose words have changed. */
export function tick(root = document) {
  for (const element of root.querySelectorAll("time[data-unix]")) {
    const pattern = element.dataset.format;
    if (!/^(r|w?[dD]?[tT]?)$/.test(pattern ?? "") || pattern === "") continue;
    const words = formatMoment(Number(element.dataset.unix), pattern, element.closest("[lang]")?.lang);
    if (element.textContent !== words) element.textContent = words;
  }
}
