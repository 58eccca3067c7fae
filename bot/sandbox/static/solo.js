// “Play alone”: what a newcomer would do by hand to sit down with five AI players.

import { api } from "./api.js";
import { senderId } from "./panel.js";

const SIT = /坐|\bsit\b/i;
const FILL = /补机器人|补上机器人|\bfill\b/i;
const BEGIN = /开局|\bstart\b/i;
const TAKEN = /✓|✅/;

const LOBBY_MS = 15_000;
const OLD_LOBBY_MS = 5_000;
const EDIT_MS = 25_000;
const SETTLE_MS = 6_000;
const TRIES = 3;

/** A step did not come about; its message says what the reader can do. */
export class StepFailed extends Error {}

/**
 * Opens a table as the chosen person, sits down, fills the other seats and starts.
 * `say` is told each step; the last sentence is returned.
 * Raises StepFailed, or SandboxError if the sandbox refuses.
 */
export async function playAlone(app, say) {
  const me = app.me;
  const groupId = app.groupId;
  const table = new Table(app, groupId);

  say("1/4 开桌：在群里发 /gouji 1… · Opening a table…");
  const sent = await api.say(groupId, me, "/gouji 1");
  const lobby = await table.lobby(sent.message_id);
  if (!lobby) {
    throw new StepFailed(
      "没有看到牌桌的消息。机器人在运行吗？看看群里它说了什么。 · No lobby appeared. Is the bot running? See what it said in the group.",
    );
  }

  say("2/4 坐下… · Taking a seat…");
  const seat = buttonOf(lobby, SIT);
  if (seat) await table.sit(lobby, seat, me);

  say("3/4 补机器人… · Filling the seats with AI players…");
  // The table may be posted anew below; what is older than this lobby belongs to another table.
  const oldest = lobby.message_id - 1;
  const unfilled = await app.until(() => table.latest(FILL, oldest), SETTLE_MS);
  if (unfilled) {
    const before = table.shape(unfilled.message_id);
    await table.press(unfilled, buttonOf(unfilled, FILL), me);
    await app.until(() => table.shape(unfilled.message_id) !== before, EDIT_MS);
  } else if (!table.latest(BEGIN, oldest)) {
    throw new StepFailed("没有找到“补机器人”按钮。 · No button to fill the seats was found.");
  }

  say("4/4 开局… · Starting…");
  await table.begin(me, oldest);
  return "开局了。轮到你时手机里会有按钮：在群里或私聊里点。 · The game is on. On your turn, tap the buttons in the group or in private.";
}

/** The bot's messages about a table in one group. */
class Table {
  constructor(app, groupId) {
    this.app = app;
    this.groupId = groupId;
  }

  messages() {
    const chat = this.app.chats.get(this.groupId);
    return (chat?.messages ?? []).filter((message) => senderId(message) === this.app.bot.id);
  }

  /** The newest message with such a button. */
  latest(pattern, after = 0) {
    return this.messages().findLast((message) => message.message_id > after && buttonOf(message, pattern));
  }

  /** The lobby that answers /gouji, or an older one that is still open. */
  async lobby(after) {
    const isLobby = (from) => this.latest(SIT, from) ?? this.latest(FILL, from) ?? this.latest(BEGIN, from);
    return (
      (await this.app.until(() => isLobby(after), OLD_LOBBY_MS)) ?? (await this.app.until(() => isLobby(0), LOBBY_MS))
    );
  }

  /** What the table's message shows now, as a string to compare. */
  shape(messageId) {
    return JSON.stringify(this.messages().find((message) => message.message_id === messageId) ?? null);
  }

  /** The bot's newest message in somebody's private chat: a number, 0 for none. */
  letters(userId) {
    return this.app.privateChat(userId).messages.filter((each) => senderId(each) === this.app.bot.id).at(-1)?.message_id ?? 0;
  }

  /** Taps a seat, which leads through the private chat, and waits until the table shows it. */
  async sit(lobby, seat, userId) {
    const shape = this.shape(lobby.message_id);
    const letters = this.letters(userId);
    const answer = await this.press(lobby, seat, userId);
    if (answer?.show_alert && !answer.url) throw new StepFailed(`${answer.text} · 没有坐下。 Not seated.`);
    const isSeated = () => this.shape(lobby.message_id) !== shape;
    if (!(await this.app.until(() => isSeated() || this.letters(userId) !== letters, EDIT_MS))) {
      throw new StepFailed("点了座位，机器人没有回应。自己点一个座位试试。 · No reaction to the seat; tap one yourself.");
    }
    await this.app.until(isSeated, SETTLE_MS);
  }

  async press(message, button, userId) {
    if (button.url) {
      await this.app.openLink(this.app.group, userId, button.url);
      return null;
    }
    return this.app.tap(this.app.group, userId, message.message_id, button.callback_data);
  }

  /** Starts; a start that comes too early is tried again after the table's next change. */
  async begin(userId, oldest) {
    let reason = "";
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const lobby = await this.app.until(() => this.latest(BEGIN, oldest), EDIT_MS);
      if (!lobby) throw new StepFailed("没有找到“开局”按钮。 · No start button was found.");
      const id = lobby.message_id;
      const shape = this.shape(id);
      const letters = this.letters(userId);
      const answer = await this.press(lobby, buttonOf(lobby, BEGIN), userId);
      const begun = () => {
        const current = this.messages().find((message) => message.message_id === id);
        return !buttonOf(current, BEGIN) || this.letters(userId) !== letters;
      };
      if (await this.app.until(begun, answer?.show_alert ? SETTLE_MS : EDIT_MS)) return;
      reason = answer?.text ?? reason;
      await this.app.until(() => this.shape(id) !== shape, SETTLE_MS);
    }
    throw new StepFailed(
      `点了“开局”，牌局没有开始。${reason || "看看群里还差什么。"} · The game did not start; see in the group what is missing.`,
    );
  }
}

function buttonOf(message, pattern) {
  return message?.keyboard?.flat().find((button) => pattern.test(button.text) && !TAKEN.test(button.text));
}
