import { type ComponentType, lazy } from "react";

/** A component whose script is loaded on use; a `LatePart` draws it. */
export interface LateComponent<P> {
  name: string;
  Lazy: ComponentType<P>;
  /** Once its script is there. */
  Loaded?: ComponentType<P>;
  load: () => Promise<unknown>;
}

const loaders = new Map<string, () => Promise<unknown>>();

/** For so long a page that stands there waits for the scripts of its late parts before React takes it over. */
const MAX_WAIT_MS = 5_000;

/**
 * As React's `lazy`, but one whose script is there already is drawn at once.
 * @param name one that no other late component has.
 */
export function lateComponent<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
): LateComponent<P> {
  async function loadModule() {
    component.Loaded = await load();
    return { default: component.Loaded };
  }
  const component: LateComponent<P> = {
    name,
    Lazy: lazy(loadModule) as unknown as ComponentType<P>,
    load: loadModule,
  };
  loaders.set(name, loadModule);
  return component;
}

const namesIn = (page: ParentNode) =>
  [...page.querySelectorAll<HTMLElement>("[data-late]")].map(({ dataset }) => dataset.late ?? "");

/** Loads the late parts that the server has drawn, and then those within them. */
async function loadAll(page: ParentNode): Promise<void> {
  const requested = new Set<string>();
  for (;;) {
    const names = namesIn(page).filter((name) => loaders.has(name) && !requested.has(name));
    if (names.length === 0) return;
    for (const name of names) requested.add(name);
    await Promise.all([...new Set(names)].map((name) => loaders.get(name)?.()));
  }
}

/**
 * To be awaited before React takes a page over: whatever changes while the script of a part is missing makes
 * React draw that part anew (its error 421). Ends after some seconds where a script does not come.
 */
export async function loadDrawnParts(page: ParentNode): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([loadAll(page), timeout]);
}
