/** Where one looks at a picture: moved by dragging and scrolling, zoomed by wheel, keys and buttons, fitted to its place. */

export interface Size {
  width: number;
  height: number;
}

const LEAST = 0.2;
const MOST = 2.5;
const STEP = 1.25;
/** Space around a picture that is fitted. */
const EDGE = 12;

export class GraphView {
  x = 0;
  y = 0;
  scale = 1;
  /** Whether a person has moved it: then it is not fitted again by itself. */
  moved = false;
  private drag: { x: number; y: number } | undefined;

  constructor(private readonly changed: () => void) {}

  get transform(): string {
    return `translate(${this.x} ${this.y}) scale(${this.scale})`;
  }

  /** Show the whole picture, at its own size at the most; a tall one by its width, from the top. */
  fit(picture: Size, place: Size): void {
    if (place.width === 0 || picture.width === 0) return;
    const across = (place.width - 2 * EDGE) / picture.width;
    const whole = Math.min(across, (place.height - 2 * EDGE) / picture.height);
    this.scale = clamp(Math.min(1, whole < 0.55 ? Math.min(across, 0.8) : whole));
    this.x = Math.max(EDGE, (place.width - picture.width * this.scale) / 2);
    this.y = Math.max(EDGE, Math.min(40, (place.height - picture.height * this.scale) / 2));
    this.moved = false;
    this.changed();
  }

  /** Zoom around a point of the place. */
  zoom(factor: number, x: number, y: number): void {
    const scale = clamp(this.scale * factor);
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.touch();
  }

  step(inwards: boolean, place: Size): void {
    this.zoom(inwards ? STEP : 1 / STEP, place.width / 2, place.height / 2);
  }

  /** Move so that a box of the picture is seen. */
  show(box: { x: number; y: number } & Size, place: Size): void {
    const [left, top] = [this.x + box.x * this.scale, this.y + box.y * this.scale];
    const height = Math.min(box.height * this.scale, place.height - 2 * EDGE);
    const width = Math.min(box.width * this.scale, place.width - 2 * EDGE);
    if (left < EDGE) this.x += EDGE - left;
    else if (left + width > place.width - EDGE) this.x -= left + width - place.width + EDGE;
    if (top < EDGE) this.y += EDGE - top;
    else if (top + height > place.height - EDGE) this.y -= top + height - place.height + EDGE;
    this.changed();
  }

  onWheel(event: WheelEvent, place: DOMRect): void {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      this.zoom(Math.exp(-event.deltaY / 300), event.clientX - place.left, event.clientY - place.top);
      return;
    }
    this.x -= event.shiftKey ? event.deltaY : event.deltaX;
    this.y -= event.shiftKey ? 0 : event.deltaY;
    this.touch();
  }

  grab(event: PointerEvent): void {
    this.drag = { x: event.clientX - this.x, y: event.clientY - this.y };
  }

  pull(event: PointerEvent): boolean {
    if (!this.drag) return false;
    this.x = event.clientX - this.drag.x;
    this.y = event.clientY - this.drag.y;
    this.touch();
    return true;
  }

  release(): void {
    this.drag = undefined;
  }

  private touch(): void {
    this.moved = true;
    this.changed();
  }
}

function clamp(scale: number): number {
  return Math.min(MOST, Math.max(LEAST, scale));
}
