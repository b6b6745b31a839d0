// The reader's choices: a module, colors, open groups and hidden folders. They are stored in the address.

/** A list in the address; empty if it is invalid, since an address can contain anything. */
function listIn(key) {
  try {
    const list = JSON.parse(address.get(key) || "[]");
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}

class GraphState {
  constructor(model) {
    this.model = model;
    this.read();
  }

  read() {
    this.picked = this.model.byID.get(address.get("module"));
    this.color = address.get("color") || this.model.data.color;
    this.hidden = new Set(listIn("hide"));
    const names = new Set(listIn("open"));
    this.open = new Set(this.model.groups.filter((group) => names.has(group.name)));
    this.words = address.get("search");
    this.view = address.get("view");
  }

  write() {
    address.set("module", this.picked?.id);
    address.set("color", this.color === this.model.data.color ? "" : this.color);
    address.set("hide", this.hidden.size ? JSON.stringify([...this.hidden].sort()) : "");
    address.set("open", this.open.size ? JSON.stringify([...this.open].map((group) => group.name)) : "");
    address.set("search", this.words);
  }

  isHidden(module) {
    return this.hidden.has(module.package) || this.hidden.has(folderKey(module));
  }

  /** Shows the package and the folder of a module again. */
  uncover(module) {
    this.hidden.delete(module.package);
    this.hidden.delete(folderKey(module));
  }
}

/** A key of a folder of a package. It is never equal to the name of a package. */
function folderKey(module) {
  return `${module.package}//${module.folder}`;
}

/** Checkboxes for packages, and for their folders if a package has several, under the number of hidden modules. */
class GraphParts {
  constructor(model, state, menu, list, changed) {
    Object.assign(this, { model, state, menu, changed, boxes: [] });
    const packages = Map.groupBy(model.modules, (module) => module.package);
    const sorted = [...packages].sort((a, b) => (a[0] < b[0] ? -1 : 1));
    for (const [name, modules] of sorted) {
      const folders = [...Map.groupBy(modules, folderKey)].sort((a, b) => (a[0] < b[0] ? -1 : 1));
      const isSplit = folders.length > 1;
      list.append(this.box(name, name, modules.length, "package"));
      for (const [key, members] of isSplit ? folders : []) {
        list.append(this.box(key, members[0].folder || "elsewhere", members.length, "folder"));
      }
    }
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary").focus();
      event.stopPropagation();
    });
    addEventListener("pointerdown", (event) => {
      if (!event.composedPath().includes(menu)) menu.open = false;
    });
  }

  box(key, name, size, className) {
    const input = element("input", { type: "checkbox" });
    input.addEventListener("change", () => {
      if (input.checked) this.state.hidden.delete(key);
      else this.state.hidden.add(key);
      this.show();
      this.changed();
    });
    this.boxes.push([key, input]);
    return element("label", { className }, input, ` ${name} `, element("span", { textContent: count(size) }));
  }

  show() {
    const hidden = this.model.modules.filter((module) => this.state.isHidden(module)).length;
    const words = ` · ${plural(hidden, "module")} hidden under “Packages and folders”`;
    byId("graph-hidden").textContent = hidden ? words : "";
    this.menu.hidden = this.boxes.length < 2 && !hidden;
    for (const [key, input] of this.boxes) {
      const owner = key.includes("//") && this.state.hidden.has(key.slice(0, key.indexOf("//")));
      input.checked = !this.state.hidden.has(key) && !owner;
      input.disabled = owner;
    }
  }
}
