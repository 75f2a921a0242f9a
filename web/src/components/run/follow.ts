/** Follows a run: its story is read again when its events say that something happened, and not more often than it can be read. */

import { type Reply, read } from "../../http.ts";
import { hasEnded, type Story } from "./story.ts";

/** Streams that are open at once: a browser has six connections to a server, and others need some too. */
const MOST = 3;
const PAUSE = 250;
const POLL = 2_000;
let open = 0;

export class RunFollower {
  private stream: EventSource | undefined;
  private timer = 0;
  private loading = false;
  private again = false;
  private closed = false;

  constructor(
    private readonly run: string,
    private readonly take: (reply: Reply<Story>) => void,
  ) {
    void this.load();
  }

  /** Read the story again, at once or as soon as it is read. */
  async load(): Promise<void> {
    if (this.loading || this.closed) {
      this.again = true;
      return;
    }
    this.again = false;
    this.loading = true;
    clearTimeout(this.timer);
    this.timer = 0;
    const began = performance.now();
    const reply = await read<Story>(`/api/runs/${this.run}/steps`);
    this.loading = false;
    if (this.closed) return;
    this.take(reply);
    this.follow(reply);
    if (this.again) this.later(Math.max(PAUSE, 3 * (performance.now() - began)));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.unfollow();
  }

  private later(pause: number): void {
    this.again = true;
    if (!this.loading) this.timer ||= window.setTimeout(() => void this.load(), pause);
  }

  /** Open the stream of a run that goes on, or close that of one that has ended. */
  private follow(reply: Reply<Story>): void {
    const story = reply.data;
    if (story && hasEnded(story)) return this.unfollow();
    if (this.stream) return;
    if (!story || open >= MOST) return this.later(POLL);
    open += 1;
    const stream = new EventSource(`${story.events}&after=${story.seq}`);
    this.stream = stream;
    const happened = () => this.later(PAUSE);
    for (const kind of KINDS) stream.addEventListener(kind, happened);
    stream.onerror = () => {
      this.unfollow();
      this.later(POLL);
    };
  }

  private unfollow(): void {
    if (!this.stream) return;
    open -= 1;
    this.stream.close();
    this.stream = undefined;
  }
}

/** Events after which the story is another one. */
const KINDS = [
  "run.started", "run.finished", "run.paused", "run.resumed", "step.started", "step.finished", "node.started", "node.finished",
  "node.healed", "model.answered", "call.started", "call.finished", "question.asked", "question.answered", "approval.asked",
  "approval.answered", "page.dialog", "page.crashed", "page.blocked", "workspace.changed", "file.written", "note",
];
