// The user side of the sandbox, as described in bot/sandbox/README.md.

/** The sandbox refused a request, or could not be reached (status 0). */
export class SandboxError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function request(method, path, body, signal) {
  let response;
  try {
    response = await fetch(path, {
      method,
      signal,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    throw new SandboxError(0, error.message);
  }
  const text = await response.text();
  let answer;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    answer = { error: text };
  }
  if (!response.ok) {
    throw new SandboxError(response.status, answer?.error ?? answer?.description ?? `HTTP ${response.status}`);
  }
  return answer;
}

export const api = {
  state: () => request("GET", "/sandbox/state"),
  friends: () => request("GET", "/sandbox/friends"),
  chat: (id) => request("GET", `/sandbox/chats/${id}`),
  events: (since) => request("GET", `/sandbox/events?since=${since}&timeout=25`),
  clock: () => request("GET", "/sandbox/clock"),
  advance: (seconds) => request("POST", "/sandbox/clock/advance", { seconds }),
  say: (chat, from, text, topic) =>
    request("POST", `/sandbox/chats/${chat}/messages`, { from, text, message_thread_id: topic }),
  tap: (user, chat, messageId, data) =>
    request("POST", "/sandbox/tap", { user, chat, message_id: messageId, data }),
  open: (user, url) => request("POST", "/sandbox/open", { user, url }),
};
