// The dashboard: reads the last minutes once, then one event a second, and shows both. It changes nothing on the server.

import {Chart, readable} from './chart.js';

const SPAN_MILLIS = 5 * 60 * 1000;
const RETRY_MILLIS = 2000;
const STALE_MILLIS = 5000;
const RECENT_ROWS = 10;
const DECISIONS_MAX = 100;
const TOKEN = 'headwaiter.token';
const THEME = 'headwaiter.theme';

const RESOURCES = {
  cpu: 'the processors',
  worker_threads: 'the worker threads',
  database_connections: 'the database connections',
};
// Columns of refusals that protect the server from more than it can carry; all others are about single clients.
const OF_CAPACITY = [
  'refusedVisitBudget',
  'refusedWorkWaiting',
  'refusedOvercommitted',
  'refusedWaitingFull',
  'refusedWaitingPatience',
];

const byId = (id) => document.getElementById(id);

let rows = [];
let resources = [];
let columns = [];
let lastEventMillis = 0;

// ---- figures of a row ----

const perSecond = (row, ...names) =>
  (names.reduce((sum, name) => sum + (row[name] ?? 0), 0) * 1000) / Math.max(1, row.elapsedMillis);
const refusalColumns = () => columns.filter((name) => /^refused[A-Z]/.test(name));
const singleClients = () => refusalColumns().filter((name) => !OF_CAPACITY.includes(name));
const value = (name) => (row) => row[name] ?? null;
const rate = (...names) => (row) => perSecond(row, ...names);
const processorsInUse = (row) => (row.processCpuMillis ?? 0) / Math.max(1, row.elapsedMillis);

function toRow(numbers) {
  return Object.fromEntries(columns.map((name, i) => [name, numbers[i]]));
}

/** Returns rows added up as if they were one. */
function together(some) {
  const sum = {};
  for (const row of some) {
    for (const name of columns) {
      sum[name] = (sum[name] ?? 0) + (row[name] ?? 0);
    }
  }
  return sum;
}

// ---- charts ----

const charts = {
  connections: new Chart(byId('connections'), [
    {label: 'of visits under way', color: 'c0', stacked: true,
      value: rate('admittedClaimed', 'admittedVerified', 'admittedParallel')},
    {label: 'new visits', color: 'c1', stacked: true,
      value: rate('admittedNew', 'admittedReturning', 'admittedCourtesy', 'admittedBypass', 'admittedShadow')},
    {label: 'refused for capacity', color: 'c3', stacked: true, value: rate(...OF_CAPACITY)},
    {label: 'refused for other reasons', color: 'c2', stacked: true,
      value: (row) => perSecond(row, ...singleClients())},
  ]),
  visits: new Chart(byId('visits'), [
    {label: 'offered', color: 'c3', value: rate('newAdmitted', 'newRefused')},
    {label: 'admitted', color: 'c1', value: rate('newAdmitted')},
    {label: 'carried in the long run', color: 'c0', dashed: true, value: value('newVisitsPerSecondMax')},
  ]),
  processors: new Chart(byId('processors'), [
    {label: 'in use', color: 'c0', stacked: true, value: processorsInUse},
    {label: 'there are', color: 'c2', dashed: true, value: value('processors')},
    {label: 'promised to visits', color: 'c1', value: value('promisedProcessors')},
    {label: 'all that ask would need', color: 'c3', value: value('neededProcessors')},
  ]),
  times: new Chart(byId('times'), [
    {label: 'median', color: 'c1', value: value('responseP50Millis')},
    {label: '99 of 100', color: 'c3', value: value('responseP99Millis')},
    {label: 'queueing delay', color: 'c0', value: value('queueDelayMillis')},
  ]),
  waiting: new Chart(byId('waiting'), [
    {label: 'new visits', color: 'c1', value: value('newWaiting')},
    {label: 'requests for a worker thread', color: 'c0', value: value('workerThreadsWaiting')},
    {label: 'requests for a database connection', color: 'c3', value: value('databaseConnectionsWaiting')},
  ]),
};

function drawCharts() {
  const to = rows.length > 0 ? rows[rows.length - 1].time : Date.now();
  Object.values(charts).forEach((chart) => chart.show(rows, to - SPAN_MILLIS, to));
}

// ---- what is written ----

function cells(name, texts) {
  const row = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  head.textContent = name;
  row.append(head, ...texts.map((text) => {
    const cell = document.createElement('td');
    cell.textContent = text;
    return cell;
  }));
  return row;
}

function tile(name, text, unit, bad) {
  const item = document.createElement('li');
  const strong = document.createElement('strong');
  strong.textContent = text;
  strong.className = /\d/.test(text) ? '' : 'word';
  const below = document.createElement('span');
  below.className = 'unit';
  below.textContent = unit === '' ? name : `${name}, ${unit}`;
  item.className = bad ? 'bad' : '';
  item.append(strong, below);
  return item;
}

function showTiles(status, now) {
  const offered = perSecond(now, 'newAdmitted', 'newRefused');
  const refused = perSecond(now, ...OF_CAPACITY);
  byId('tiles').replaceChildren(
    tile('new visits offered', readable(offered), 'a second'),
    tile('new visits admitted', readable(perSecond(now, 'newAdmitted')), 'a second'),
    tile('refused for capacity', readable(refused), 'a second', refused > 0),
    tile('requests served', readable(perSecond(now, 'requests')), 'a second'),
    tile('99 of 100 requests within', readable(status.responseTime?.p99Millis ?? null), 'ms'),
    tile('processors in use', readable(processorsInUse(now)),
      `of ${readable(status.supply.processors)}`),
    tile('open connections', readable(status.connections.open),
      status.connections.max < 0 ? '' : `of ${readable(status.connections.max)}`),
    tile('scarcest', (RESOURCES[status.capacity.bottleneck] ?? 'unknown').replace('the ', ''), ''),
  );
}

function showState(status, now) {
  const capacity = perSecond(now, ...OF_CAPACITY);
  const single = perSecond(now, ...singleClients());
  const would = perSecond(now, 'wouldRefuse');
  const carried = readable(status.capacity.newVisitsPerSecondMax ?? null);
  if (status.admission === 'off') {
    state('warn', 'Admission control is off. Every connection is admitted.');
  } else if (status.shadow && would > 0) {
    state('warn', `Shadow mode: ${readable(would)} connections a second would be refused, and are admitted.`);
  } else if (capacity > 0) {
    const scarce = RESOURCES[status.capacity.bottleneck] ?? 'capacity';
    state('bad', `Refusing ${readable(capacity)} connections a second: the server carries ${carried} new visits`
      + ` a second, bounded by ${scarce}.`);
  } else if (single > perSecond(now, 'frontConnections') / 2) {
    state('bad', `Refusing ${readable(single)} connections a second, which is most of them, and not for lack of`
      + ' capacity. The reasons are below.');
  } else if (single > 0) {
    state('warn', `Serving all new visits. ${readable(single)} connections a second of single clients are refused.`);
  } else {
    state('good', status.shadow ? 'Shadow mode. No connection would be refused.' : 'Serving all new visits.');
  }
}

function state(kind, sentence) {
  const place = byId('state');
  // A screen reader speaks each change, so an unchanged sentence is left alone.
  if (place.textContent !== sentence) {
    place.textContent = sentence;
  }
  place.className = `state ${kind}`;
}

function words(camelCase) {
  return camelCase.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function showPools(status) {
  const lines = Object.entries(status.resources).map(([name, use]) => {
    const row = cells(name.replaceAll('_', ' '),
      [readable(use.waiting), readable(use.busyMean), readable(use.capacity)]);
    row.className = use.waiting > 0 ? 'bad' : '';
    return row;
  });
  byId('pools').replaceChildren(...lines);
  const why = [status.workers?.why, status.pools?.reason].filter((text) => text);
  byId('pools-why').textContent = why.join(' ');
}

function showCosts(status) {
  const costs = Object.entries(status.costMillis).map(([name, millis]) => cells(words(name), [readable(millis)]));
  byId('costs').replaceChildren(...costs, cells('requests of a visit', [readable(status.requestsPerVisit)]));
}

function showAccounts(status, now) {
  byId('accounts').replaceChildren(
    cells('processors that they use', [readable(status.excess.usedProcessors)]),
    cells('processors that they may use', [status.excess.allowedProcessors === undefined ? 'no bound' : readable(status.excess.allowedProcessors)]),
    cells('turns of work deferred since the start', [readable(status.excess.deferredTurns)]),
    cells('connections refused a second', [readable(perSecond(now, 'refusedOverAccount'))]),
    cells('resumptions that did not hold', [`${readable(100 * (status.resumed.falsePart ?? 0))} %`]),
    cells('visits remembered', [readable(status.visitsRemembered)]),
  );
}

/** Adds a line for the decisions of one row, with their reasons. */
function decide(row, places) {
  const refused = refusalColumns()
    .filter((name) => row[name] > 0)
    .map((name) => `${readable(row[name])} for ${words(name.slice('refused'.length)).trim()}`);
  const admitted = row.newAdmitted ?? 0;
  if (refused.length === 0 && admitted === 0) {
    return;
  }
  const line = document.createElement('li');
  const time = document.createElement('time');
  const instant = new Date(row.time);
  time.dateTime = instant.toISOString();
  time.textContent = instant.toLocaleTimeString();
  const scarce = resources[row.bottleneck];
  const bound = refused.length > 0 && scarce ? `; bounded by ${RESOURCES[scarce] ?? scarce}` : '';
  line.append(time, `${readable(admitted)} new visits admitted; refused: ${refused.join(', ') || 'none'}${bound}`);
  places.prepend(line);
  while (places.children.length > DECISIONS_MAX) {
    places.lastElementChild.remove();
  }
}

// ---- what if ----

let points = [];

function showWhatIf(status) {
  points = status.capacity.whatIf ?? [];
  const slider = byId('what-if');
  if (points.length === 0) {
    return;
  }
  if (slider.disabled) {
    slider.disabled = false;
    slider.max = String(points.length - 1);
    // Begins at the point of now.
    slider.value = String(nearestPoint(status.supply.processors));
  }
  tellWhatIf();
}

function nearestPoint(processors) {
  const distances = points.map((point) => Math.abs(point.processors - processors));
  return distances.indexOf(Math.min(...distances));
}

function tellWhatIf() {
  const point = points[Number(byId('what-if').value)];
  if (!point) {
    return;
  }
  const now = together(rows.slice(-RECENT_ROWS));
  const offered = perSecond(now, 'newAdmitted', 'newRefused');
  const most = point.newVisitsPerSecondMax;
  const part = offered > most ? Math.round(100 * (1 - most / offered)) : 0;
  byId('what-if-processors').textContent = readable(point.processors);
  byId('what-if').setAttribute('aria-valuetext', `${readable(point.processors)} processors`);
  byId('what-if-result').textContent = `It would carry ${readable(most)} new visits a second. Of the`
    + ` ${readable(offered)} a second that come now, it would refuse ${part} of 100.`
    + ` Scarcest would be ${RESOURCES[point.bottleneck] ?? point.bottleneck}.`;
}

// ---- reading ----

async function ask(path) {
  const token = sessionStorage.getItem(TOKEN);
  const answer = await fetch(path, {headers: token ? {Authorization: `Bearer ${token}`} : {}, cache: 'no-store'});
  if (answer.status === 401) {
    throw new TokenWanted(token ? 'This token is not right.' : '');
  }
  if (!answer.ok) {
    throw new Error((await answer.text()).trim());
  }
  return answer;
}

class TokenWanted extends Error {}

async function readHistory() {
  const history = await (await ask(`status/history?seconds=${SPAN_MILLIS / 1000}&step=1`)).json();
  columns = history.columns;
  resources = history.resources;
  rows = history.rows.map(toRow);
  byId('decisions').replaceChildren();
  rows.slice(-DECISIONS_MAX).forEach((row) => decide(row, byId('decisions')));
}

/** Shows each event until the server or the network ends them. */
async function follow() {
  const reader = (await ask('events')).body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const {value: part, done} = await reader.read();
    if (done) {
      throw new Error('The server has ended the connection.');
    }
    text += part;
    const events = text.split('\n\n');
    text = events.pop();
    events.forEach((event) => show(JSON.parse(event.replace(/^data: /, ''))));
  }
}

function show({status, rows: fresh}) {
  lastEventMillis = Date.now();
  fresh.map(toRow).forEach((row) => {
    rows.push(row);
    decide(row, byId('decisions'));
  });
  const newest = rows.length > 0 ? rows[rows.length - 1].time : 0;
  rows = rows.filter((row) => newest - row.time <= SPAN_MILLIS);
  const now = together(rows.slice(-RECENT_ROWS));
  showState(status, now);
  showTiles(status, now);
  showPools(status);
  showCosts(status);
  showAccounts(status, now);
  showWhatIf(status);
  drawCharts();
  showAge();
}

function showAge() {
  const age = Date.now() - lastEventMillis;
  if (lastEventMillis === 0) {
    return;
  }
  byId('age').textContent = age < STALE_MILLIS ? 'Live' : `No figures for ${Math.round(age / 1000)} s`;
  if (age >= STALE_MILLIS) {
    state('bad', 'The server sends no figures. It may be down, or too busy to answer.');
  }
}

async function run() {
  for (;;) {
    try {
      await readHistory();
      byId('login').hidden = true;
      await follow();
    } catch (problem) {
      if (problem instanceof TokenWanted) {
        await login(problem.message);
        continue;
      }
      state('bad', problem.message === 'Failed to fetch' ? 'The server does not answer.' : problem.message);
    }
    await new Promise((resolve) => { setTimeout(resolve, RETRY_MILLIS); });
  }
}

/** Waits for a token. */
function login(problem) {
  state('warn', 'The figures are for those who have the token.');
  byId('login-error').textContent = problem;
  byId('login').hidden = false;
  byId('token').focus();
  return new Promise((resolve) => {
    byId('login').addEventListener('submit', (event) => {
      event.preventDefault();
      // A header holds ASCII only, as a token does.
      sessionStorage.setItem(TOKEN, byId('token').value.replace(/[^\x21-\x7e]/g, '?'));
      byId('token').value = '';
      resolve();
    }, {once: true});
  });
}

// ---- dark and light ----

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(THEME, theme);
}

if (localStorage.getItem(THEME)) {
  document.documentElement.dataset.theme = localStorage.getItem(THEME);
}
byId('theme').addEventListener('click', () => {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  setTheme(dark ? 'light' : 'dark');
});
byId('what-if').addEventListener('input', tellWhatIf);
addEventListener('resize', drawCharts);
setInterval(showAge, 1000);
run();
