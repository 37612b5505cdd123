// A chart of the last minutes: lines or stacked areas over time, with values at a cursor that pointer and keyboard move.

const NAMESPACE = 'http://www.w3.org/2000/svg';
const WIDTH_BEFORE_LAYOUT = 600;
const HEIGHT = 160;
const LEFT = 44;
const BOTTOM = 18;
const TOP = 8;

function element(name, attributes) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  return made;
}

/** Returns a number as people read it: three digits that count, or whole. */
export function readable(value) {
  if (value === null || value === undefined || Number.isNaN(value)) {
    return 'unknown';
  }
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) {
    return Math.round(value).toLocaleString('en');
  }
  return value.toLocaleString('en', {maximumFractionDigits: size >= 10 ? 1 : 2});
}

/** Returns a round number that is at least this one. */
export function roundUp(value) {
  if (!(value > 0)) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 3, 4, 6, 8, 10].map((m) => m * power).find((m) => m >= value * (1 - 1e-9));
}

export class Chart {
  /**
   * @param place the element that it fills
   * @param series for each: label, color (a class), value (a function of a row, null if unknown), stacked, dashed
   */
  constructor(place, series) {
    this.series = series;
    this.rows = [];
    this.cursor = null;
    this.width = WIDTH_BEFORE_LAYOUT;
    this.fromMillis = 0;
    this.toMillis = 1;
    this.svg = element('svg', {role: 'img', tabindex: '0'});
    this.legend = document.createElement('ul');
    this.legend.className = 'legend';
    this.readings = series.map((one) => this.entry(one));
    place.append(this.svg, this.legend);
    this.svg.addEventListener('pointermove', (event) => this.point(event));
    this.svg.addEventListener('pointerleave', () => this.move(null));
    this.svg.addEventListener('keydown', (event) => this.key(event));
    this.svg.addEventListener('blur', () => this.move(null));
  }

  entry(one) {
    const item = document.createElement('li');
    const swatch = document.createElement('span');
    swatch.className = `swatch ${one.color}`;
    const reading = document.createElement('span');
    item.append(swatch, `${one.label}: `, reading);
    this.legend.append(item);
    return reading;
  }

  point(event) {
    const box = this.svg.getBoundingClientRect();
    const part = (event.clientX - box.left - LEFT) / (box.width - LEFT);
    this.move(this.fromMillis + part * (this.toMillis - this.fromMillis));
  }

  key(event) {
    const steps = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (steps && this.rows.length > 0) {
      const at = this.cursor === null ? this.rows.length - 1 : this.nearest(this.cursor);
      this.move(this.rows[Math.min(Math.max(at + steps, 0), this.rows.length - 1)].time);
      event.preventDefault();
    } else if (event.key === 'Escape') {
      this.move(null);
    }
  }

  move(millis) {
    this.cursor = millis;
    this.draw();
  }

  nearest(millis) {
    let best = 0;
    this.rows.forEach((row, i) => {
      if (Math.abs(row.time - millis) < Math.abs(this.rows[best].time - millis)) {
        best = i;
      }
    });
    return best;
  }

  /** Shows these rows, each with its time, from one instant to another. */
  show(rows, fromMillis, toMillis) {
    this.rows = rows;
    this.fromMillis = fromMillis;
    this.toMillis = toMillis;
    this.draw();
  }

  x(millis) {
    const part = (millis - this.fromMillis) / (this.toMillis - this.fromMillis);
    return LEFT + part * (this.width - LEFT);
  }

  y(value) {
    return HEIGHT - BOTTOM - (value / this.most) * (HEIGHT - BOTTOM - TOP);
  }

  draw() {
    this.width = this.svg.clientWidth || WIDTH_BEFORE_LAYOUT;
    this.svg.setAttribute('viewBox', `0 0 ${this.width} ${HEIGHT}`);
    const stacks = this.rows.map(() => 0);
    const shapes = this.series.map((one) => this.values(one, stacks));
    const highest = shapes.flatMap((shape) => shape.upper).filter((v) => v !== null);
    this.most = roundUp(Math.max(0, ...highest));
    this.svg.replaceChildren(...this.grid());
    this.series.forEach((one, i) => this.svg.append(this.path(one, shapes[i])));
    this.read();
  }

  values(one, stacks) {
    const lower = stacks.slice();
    const upper = this.rows.map((row, i) => {
      const value = one.value(row);
      if (!one.stacked || value === null) {
        return value;
      }
      stacks[i] += value;
      return stacks[i];
    });
    return {lower, upper};
  }

  path(one, shape) {
    const kind = one.stacked ? 'area' : one.dashed ? 'series dashed' : 'series';
    const outline = one.stacked ? this.area(shape) : this.line(shape.upper);
    return element('path', {class: `${kind} ${one.color}`, d: outline});
  }

  line(values) {
    let path = '';
    let drawing = false;
    values.forEach((value, i) => {
      if (value !== null) {
        path += `${drawing ? 'L' : 'M'}${this.at(i, value)}`;
      }
      drawing = value !== null;
    });
    return path;
  }

  area(shape) {
    const known = shape.upper.map((value, i) => (value === null ? shape.lower[i] : value));
    if (known.length < 2) {
      return '';
    }
    const up = known.map((value, i) => this.at(i, value));
    const back = shape.lower.map((value, i) => this.at(i, value)).reverse();
    return `M${up.join('L')}L${back.join('L')}Z`;
  }

  at(i, value) {
    return `${this.x(this.rows[i].time).toFixed(1)},${this.y(value).toFixed(1)}`;
  }

  grid() {
    const parts = [];
    for (const part of [0, 0.5, 1]) {
      const y = this.y(part * this.most).toFixed(1);
      parts.push(element('line', {class: 'grid', x1: LEFT, x2: this.width, y1: y, y2: y}));
      parts.push(this.text(LEFT - 6, Number(y) + 4, 'end', readable(part * this.most)));
    }
    const minutes = Math.round((this.toMillis - this.fromMillis) / 60000);
    parts.push(this.text(LEFT, HEIGHT - 3, 'start', `${minutes} minutes ago`));
    parts.push(this.text(this.width, HEIGHT - 3, 'end', 'now'));
    if (this.cursor !== null && this.rows.length > 0) {
      const x = this.x(this.rows[this.nearest(this.cursor)].time).toFixed(1);
      parts.push(element('line', {class: 'cursor', x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM}));
    }
    return parts;
  }

  text(x, y, anchor, content) {
    const made = element('text', {x, y, 'text-anchor': anchor});
    made.textContent = content;
    return made;
  }

  /** Writes the values at the cursor, or the latest ones, into the legend and the description. */
  read() {
    const last = this.rows.length - 1;
    const at = this.cursor === null ? last : this.nearest(this.cursor);
    const values = this.series.map((one) => (last < 0 ? 'unknown' : readable(one.value(this.rows[at]))));
    this.readings.forEach((reading, i) => {
      reading.textContent = values[i];
    });
    const when = at === last ? 'now' : `${Math.round((this.toMillis - this.rows[at].time) / 1000)} seconds ago`;
    const said = this.series.map((one, i) => `${one.label} ${values[i]}`).join(', ');
    this.svg.setAttribute('aria-label', `${when}: ${said}. Left and right arrow keys move in time.`);
  }
}
