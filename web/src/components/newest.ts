/** Whether a person reads the newest of what grows at its end, so that it stays in view.
 *
 * A scroll is told a frame late: by then more may have come, or the box may have become lower. Only going up leaves the end. */

/** Pixels from the end within which a person is taken to read the newest. */
const NEAR = 60;

export class Newest {
  private top = 0;

  constructor(public followed: boolean) {}

  scrolled({ scrollTop, scrollHeight, clientHeight }: Element): void {
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.followed = true;
    else if (scrollTop < this.top) this.followed = false;
    this.top = scrollTop;
  }
}
