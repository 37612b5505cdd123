'use strict';
(() => {
  const trace = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);
  const ROW = 18;
  const NAMES = 190;
  const AXIS = 22;
  const WAITS_MAX = 50;
  const LEAST_NANOS = 1000;
  // States in which a row is kept from going on.
  const WAITING = new Set(['waiting', 'queue', 'connection wait', 'verification']);
  const canvas = byId('canvas');
  const context = canvas.getContext('2d');
  let from = 0;
  let to = trace.endNanos;
  const hidden = new Set();
  let type = -1;

  const millis = (nanos) => (nanos / 1e6).toLocaleString('en', {maximumFractionDigits: 3});
  const shown = (span) => !hidden.has(span[1]) && (type < 0 || span[4] === type);
  const x = (nanos, width) => NAMES + ((nanos - from) / (to - from)) * (width - NAMES);

  function draw() {
    const width = byId('view').clientWidth;
    const height = AXIS + trace.rows.length * ROW;
    const scale = window.devicePixelRatio || 1;
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const style = getComputedStyle(document.documentElement);
    const text = style.getPropertyValue('--text');
    const line = style.getPropertyValue('--line');
    context.font = '12px system-ui, sans-serif';
    for (const span of trace.spans) {
      if (span[3] >= from && span[2] <= to && shown(span)) {
        const begin = Math.max(NAMES, x(span[2], width));
        const end = Math.min(width, x(span[3], width));
        context.fillStyle = trace.states[span[1]][1];
        context.fillRect(begin, AXIS + span[0] * ROW + 2, Math.max(0.7, end - begin), ROW - 4);
      }
    }
    context.strokeStyle = text;
    for (const wait of trace.waits) {
      if (wait[3] >= from && wait[1] <= to && (type < 0 || wait[4] === type)) {
        context.beginPath();
        context.moveTo(Math.max(NAMES, x(wait[1], width)), AXIS + (wait[0] + 0.5) * ROW);
        context.lineTo(Math.max(NAMES, x(wait[3], width)), AXIS + (wait[2] + 0.5) * ROW);
        context.globalAlpha = 0.35;
        context.stroke();
        context.globalAlpha = 1;
      }
    }
    context.fillStyle = text;
    // The end of a thread's name tells it from others.
    trace.rows.forEach((row, i) => context.fillText(`${row[0]} ${row[1].slice(-20)}`, 4, AXIS + i * ROW + 13));
    context.strokeStyle = line;
    for (let part = 0; part <= 4; part++) {
      const nanos = from + (part / 4) * (to - from);
      context.beginPath();
      context.moveTo(x(nanos, width), 0);
      context.lineTo(x(nanos, width), height);
      context.stroke();
      context.textAlign = part === 4 ? 'right' : 'left';
      context.fillText(`${millis(nanos)} ms`, x(nanos, width) + (part === 4 ? -3 : 3), 14);
    }
    context.textAlign = 'left';
    byId('stretch').textContent = `${millis(from)} to ${millis(to)} of ${millis(trace.endNanos)} ms`;
  }

  function look(begin, end) {
    const length = Math.min(trace.endNanos, Math.max(LEAST_NANOS, end - begin));
    from = Math.min(Math.max(0, begin), trace.endNanos - length);
    to = from + length;
    draw();
  }

  function zoom(factor, at = (from + to) / 2) {
    look(at - (at - from) * factor, at + (to - at) * factor);
  }

  const move = (part) => look(from + part * (to - from), to + part * (to - from));

  function tell(span) {
    const [row, state, begin, end] = span;
    const of = trace.types[span[4]] ? `, ${trace.types[span[4]]}` : '';
    byId('about').textContent = `${trace.rows[row].join(' ')}: ${trace.states[state][0]}${of},`
      + ` ${millis(end - begin)} ms from ${millis(begin)} ms`;
  }

  function listWaits() {
    const all = trace.waits
      .filter((wait) => type < 0 || wait[4] === type)
      .map((wait) => [wait[3] - wait[1], 'database connection', wait[0], wait[4], wait[1]]);
    for (const span of trace.spans) {
      if (WAITING.has(trace.states[span[1]][0]) && shown(span)) {
        all.push([span[3] - span[2], trace.states[span[1]][0], span[0], span[4], span[2]]);
      }
    }
    all.sort((a, b) => b[0] - a[0]);
    byId('waits').replaceChildren(...all.slice(0, WAITS_MAX).map((wait) => {
      const line = document.createElement('tr');
      const cells = [millis(wait[0]), wait[1], trace.rows[wait[2]].join(' '), trace.types[wait[3]], `${millis(wait[4])} ms`];
      for (const text of cells) {
        const cell = document.createElement('td');
        cell.textContent = text;
        line.append(cell);
      }
      line.tabIndex = 0;
      const show = () => {
        look(wait[4] - wait[0], wait[4] + 2 * wait[0]);
        byId('view').scrollTop = wait[2] * ROW - 100;
      };
      line.addEventListener('click', show);
      line.addEventListener('keydown', (event) => event.key === 'Enter' && show());
      return line;
    }));
  }

  function legend() {
    const used = new Set(trace.spans.map((span) => span[1]));
    trace.states.forEach(([name, colour], i) => {
      if (!used.has(i)) {
        return;
      }
      const label = document.createElement('label');
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.checked = true;
      box.addEventListener('change', () => {
        if (box.checked) {
          hidden.delete(i);
        } else {
          hidden.add(i);
        }
        draw();
        listWaits();
      });
      const swatch = document.createElement('span');
      swatch.className = 'swatch';
      swatch.style.background = colour;
      label.append(box, swatch, name);
      byId('states').append(label);
    });
  }

  byId('title').textContent = trace.title;
  trace.types.forEach((name, i) => {
    if (name) {
      const option = document.createElement('option');
      option.value = String(i);
      option.textContent = name;
      byId('type').append(option);
    }
  });
  byId('type').addEventListener('change', (event) => {
    type = event.target.value === '' ? -1 : Number(event.target.value);
    draw();
    listWaits();
  });
  byId('in').addEventListener('click', () => zoom(0.5));
  byId('out').addEventListener('click', () => zoom(2));
  byId('left').addEventListener('click', () => move(-0.5));
  byId('right').addEventListener('click', () => move(0.5));
  byId('all').addEventListener('click', () => look(0, trace.endNanos));
  canvas.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.shiftKey) {
      return; // scrolls the rows
    }
    event.preventDefault();
    const at = from + ((event.offsetX - NAMES) / (byId('view').clientWidth - NAMES)) * (to - from);
    zoom(event.deltaY > 0 ? 1.3 : 0.77, at);
  }, {passive: false});
  canvas.addEventListener('pointermove', (event) => {
    const row = Math.floor((event.offsetY - AXIS) / ROW);
    const at = from + ((event.offsetX - NAMES) / (byId('view').clientWidth - NAMES)) * (to - from);
    const span = trace.spans.find((s) => s[0] === row && s[2] <= at && s[3] >= at && shown(s));
    if (span) {
      tell(span);
    }
  });
  canvas.addEventListener('keydown', (event) => {
    const keys = {'+': () => zoom(0.5), '-': () => zoom(2), ArrowLeft: () => move(-0.25), ArrowRight: () => move(0.25)};
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  addEventListener('resize', draw);
  legend();
  listWaits();
  draw();
})();
