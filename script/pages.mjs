// What a browser says of pages: whether axe-core finds barriers, whether the console is silent, and how long the graph of
// 2,000 modules and 10,000 dependencies takes to answer. Called by script/soak --pages, with pages to check as well.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const folder = path.resolve(".build/pages");
const looks = { light: {}, dark: { dark: true }, phone: { width: 390, height: 844 } };
let failures = 0;

/** Says what was found, and whether that is as it should be. */
function judge(isFine, words) {
  console.log(`${isFine ? "ok  " : "MISS"} ${words}`);
  if (!isFine) failures += 1;
}

/** A description of 40 areas with 50 modules each, which depend on their own area, on three others and on a common one. */
function description() {
  let state = 1;
  const random = (below) => (state = (state * 48271) % 2147483647) % below;
  const lines = ["name: Large", "seed: 1", "packages: one", "modules:"];
  for (let area = 0; area < 40; area++) {
    const others = area ? [1, 2, 3].map(() => Math.max(0, area - 1 - random(8))) : [];
    for (let part = 0; part < 50; part++) {
      const dependencies = new Set();
      for (let tries = 0; dependencies.size < 5 && tries < 40; tries++) {
        const kind = random(10);
        if (kind < 5 && part) dependencies.add(`Area${area}Part${Math.max(0, part - 1 - random(15))}`);
        else if (kind < 9 && area) dependencies.add(`Area${others[random(3)]}Part${random(50)}`);
        else if (area) dependencies.add(`Area0Part${random(10)}`);
      }
      const list = [...dependencies].join(", ");
      lines.push(`  - { name: Area${area}Part${part}, kind: library, lines: 200, files: 1, dependencies: [${list}] }`);
    }
  }
  return lines.join("\n") + "\n";
}

function largePage() {
  const page = path.join(folder, "large.html");
  const workspace = path.join(folder, "large");
  fs.rmSync(workspace, { recursive: true, force: true });
  fs.writeFileSync(path.join(folder, "large.yml"), description());
  const modgauge = (...words) => execFileSync(process.env.MODGAUGE, words, { stdio: ["ignore", "ignore", "inherit"] });
  modgauge("synthesize", path.join(folder, "large.yml"), "-o", workspace);
  // Without the configuration of the folder around it.
  const configuration = path.join(folder, "large.modgauge.yml");
  fs.writeFileSync(configuration, "exclude: []\n");
  modgauge("graph", "--package-path", workspace, "--config", configuration, "-o", page);
  return page;
}

/** A browser with one page, over the DevTools protocol. */
class Browser {
  static async open(file, { width = 1300, height = 900, dark = false } = {}) {
    const browser = new Browser();
    browser.profile = fs.mkdtempSync(path.join(folder, "profile-"));
    const words = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"];
    browser.process = spawn("chromium-headless-shell", [...words, `--user-data-dir=${browser.profile}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    Object.assign(browser, { last: 0, text: "", waiting: new Map(), events: [], messages: [] });
    browser.process.stdio[4].on("data", (bytes) => browser.take(bytes.toString()));
    const { targetId } = await browser.call("Target.createTarget", { url: "about:blank" });
    browser.session = (await browser.call("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    for (const domain of ["Page", "Runtime", "Log"]) await browser.call(domain + ".enable");
    const metrics = { width, height, deviceScaleFactor: 1, mobile: width < 600 };
    await browser.call("Emulation.setDeviceMetricsOverride", metrics);
    const scheme = { name: "prefers-color-scheme", value: dark ? "dark" : "light" };
    await browser.call("Emulation.setEmulatedMedia", { features: [scheme] });
    await browser.call("Page.addScriptToEvaluateOnNewDocument", { source: `(${observe})()` });
    await browser.call("Page.navigate", { url: "file://" + file });
    while (!browser.events.includes("Page.loadEventFired")) await pause(20);
    await pause(300);
    return browser;
  }

  take(text) {
    this.text += text;
    for (let end; (end = this.text.indexOf("\0")) >= 0; ) {
      const message = JSON.parse(this.text.slice(0, end));
      this.text = this.text.slice(end + 1);
      if (message.id) this.waiting.get(message.id)(message);
      else this.note(message);
    }
  }

  note({ method, params }) {
    this.events.push(method);
    if (method === "Runtime.exceptionThrown") this.messages.push(params.exceptionDetails.exception?.description);
    if (method === "Runtime.consoleAPICalled") this.messages.push(params.args.map((value) => value.value).join(" "));
    if (method === "Log.entryAdded") this.messages.push(params.entry.text);
  }

  call(method, params = {}) {
    const id = ++this.last;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.session }) + "\0");
    return new Promise((done, fail) => {
      const take = ({ error, result }) => (error ? fail(new Error(error.message)) : done(result));
      this.waiting.set(id, take);
    });
  }

  async run(code) {
    const expression = `(async () => { ${code} })()`;
    const answer = await this.call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description);
    return answer.result.value;
  }

  async close() {
    this.session = undefined;
    const ended = new Promise((done) => this.process.on("exit", done));
    await this.call("Browser.close");
    await ended;
    fs.rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async key(key) {
    const codes = { Enter: 13, Escape: 27, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
    const event = { key, code: key, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0) };
    const text = key.length === 1 ? key : key === "Enter" ? "\r" : undefined;
    await this.call("Input.dispatchKeyEvent", { ...event, type: "keyDown", text });
    await this.call("Input.dispatchKeyEvent", { ...event, type: "keyUp" });
  }

  async mouse(type, x, y, pressed) {
    const button = { button: pressed ? "left" : "none", buttons: pressed ? 1 : 0, clickCount: pressed ? 1 : 0 };
    await this.call("Input.dispatchMouseEvent", { type, x, y, ...button });
  }

  async click([x, y]) {
    await this.mouse("mouseMoved", x, y, false);
    await this.mouse("mousePressed", x, y, true);
    await this.mouse("mouseReleased", x, y, true);
  }

  async wheel(deltaY) {
    await this.call("Input.dispatchMouseEvent", { type: "mouseWheel", x: 400, y: 450, deltaX: 0, deltaY });
  }
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** Runs in the page: notes its first paint, what moved under the reader, and how long input takes to be shown. */
function observe() {
  window.seen = { shift: 0, paint: 0, times: [] };
  const watch = (type, call) => {
    new PerformanceObserver((list) => list.getEntries().forEach(call)).observe({ type, buffered: true });
  };
  watch("layout-shift", (entry) => (window.seen.shift += entry.value));
  watch("paint", (entry) => (window.seen.paint = entry.startTime));
  const shown = (event) => {
    // From when the browser had the input to the task after the next frame.
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.seen.times.push(performance.now() - event.timeStamp);
      channel.port2.postMessage(0);
    });
  };
  const types = ["click", "keydown", "wheel", "pointermove", "input"];
  for (const type of types) addEventListener(type, shown, { capture: true, passive: true });
}

async function checkBarriers(file, source) {
  for (const [name, look] of Object.entries(looks)) {
    const browser = await Browser.open(file, look);
    await browser.call("Runtime.evaluate", { expression: source });
    const found = JSON.parse(await browser.run("return JSON.stringify((await axe.run()).violations)"));
    for (const { id, help, nodes } of found) console.log(`     ${id}: ${help} (${nodes.length}, ${nodes[0].target})`);
    judge(!found.length, `${path.basename(file)}, ${name}: ${found.length} barriers`);
    judge(!browser.messages.length, `${path.basename(file)}, ${name}: console silent ${browser.messages.join("; ")}`);
    await browser.close();
  }
}

/** Does something for each of some things, with time for the page in between. */
async function each(things, milliseconds, act) {
  for (const thing of things) {
    await act(thing);
    await pause(milliseconds);
  }
}

/** Moves, zooms, opens, chooses and searches as a reader does, and gives the milliseconds that each input took. */
async function use(browser) {
  const place = (index) =>
    browser.run(`
      const boxes = [...document.querySelectorAll("#graph-world .node")].map((node) => node.getBoundingClientRect());
      const seen = boxes.filter((box) => box.left > 40 && box.right < 900 && box.top > 160 && box.bottom < 780);
      if (!seen.length) return undefined;
      const box = seen[${index} % seen.length];
      return [box.left + box.width / 2, box.top + Math.min(8, box.height / 2)];`);
  for (let round = 0; round < 4; round++) {
    await each([-120, -120, 120, 120], 60, (turn) => browser.wheel(turn));
    await browser.mouse("mousePressed", 60, 170, true);
    await each([1, 2, 3, 4, 5, 6, 7], 40, (step) => browser.mouse("mouseMoved", 60 + 12 * step, 170 + 5 * step, true));
    await browser.mouse("mouseReleased", 160, 200, true);
    await each([0, 7, 14, 21], 250, async (index) => {
      const spot = await place(index + 3 * round);
      if (spot) await browser.click(spot);
      else await browser.run("document.getElementById('graph-fit').click()");
    });
    await browser.run("document.getElementById('graph-search').focus()");
    await each([..."part1"], 120, (letter) => browser.key(letter));
    await browser.key("Enter");
    await pause(250);
    await browser.run("document.querySelector('#graph-world [tabindex=\"0\"]').focus()");
    await each(["ArrowDown", "ArrowRight", "ArrowUp", "+", "-", "Escape"], 120, (key) => browser.key(key));
    await browser.run("document.getElementById('graph-search').value = ''");
  }
  await pause(500);
  return (await browser.run("return window.seen.times")).sort((a, b) => a - b);
}

function percentile(times, share) {
  return times[Math.floor(times.length * share)];
}

function words(times) {
  const [half, most, all] = [0.5, 0.95, 0.999].map((share) => percentile(times, share).toFixed(0));
  return `${times.length} inputs shown after ${half} ms, 95th percentile ${most} ms, most ${all}`;
}

async function checkSpeed(file) {
  const browser = await Browser.open(file);
  const { size } = fs.statSync(file);
  judge(size < 1.5e6, `${path.basename(file)}: ${(size / 1e6).toFixed(2)} MB (below 1.5)`);
  const { paint } = await browser.run("return window.seen");
  judge(paint < 1000, `first paint after ${paint.toFixed(0)} ms (below 1,000)`);
  const times = await use(browser);
  judge(percentile(times, 0.95) < 50, `${words(times)} (95th below 50)`);
  await browser.run(`document.getElementById("graph-expand").click(); window.seen.times = []`);
  await pause(1000);
  console.log(`     after all groups are opened: ${words(await use(browser))}`);
  const { shift } = await browser.run("return window.seen");
  judge(shift === 0, `layout shift ${shift}`);
  judge(!browser.messages.length, `console silent ${browser.messages.join("; ")}`);
  await browser.close();
}

fs.mkdirSync(folder, { recursive: true });
const large = largePage();
// As script/bootstrap --tests installs it.
const source = fs.readFileSync(".build/axe.min.js", "utf8");
for (const file of [...process.argv.slice(2).map((file) => path.resolve(file)), large]) await checkBarriers(file, source);
await checkSpeed(large);
process.exitCode = failures ? 1 : 0;
