/** The scripts of a build, as they are found. */
export interface Scripts {
  ids: readonly string[];
  /** What a script needs before it runs. */
  importsOf: (id: string) => readonly string[];
  /** What it loads once it is used. */
  loadsOf: (id: string) => readonly string[];
  /** In bytes, before gzip. */
  sizeOf: (id: string) => number;
  /** Whether nothing in it is ours: such scripts stay the same over many releases. */
  isForeign: (id: string) => boolean;
}

const STEPS = ["artist", "music", "about", "review"];

/** Pages on which artists say who they are. */
const ABOUT_ARTIST = [
  "routes/submit.artist",
  "routes/submit.waiting-list",
  "routes/_portal.edit-profile",
];

const isAboutArtist = (user: string) => user === ON_USE || ABOUT_ARTIST.includes(user);

const isStep = (route: string) => STEPS.some((step) => route === `routes/submit.${step}`);

/** Pages of our own team's may load more than they need: no artist waits for them. */
const isStepOnUseOrOurs = (user: string) =>
  user === ON_USE || isStep(user) || user.startsWith("routes/staff");

/** What a step shares with pages apart goes to all of them where it is smaller: no request for so little. */
const TINY = 700;

/** A script of two steps, or of one and what is loaded on use, that is smaller, in bytes before gzip, is no burden for the others. */
const SMALL = 4_000;

/** Stands for whatever is loaded on use, among those that need a script. */
const ON_USE = "on-use";

/** Which entries need a script before they run, by the script's id; and whether something does that is loaded on use. */
function usersOf({ ids, importsOf, loadsOf }: Scripts, entries: ReadonlyMap<string, string>) {
  const users = new Map<string, Set<string>>();
  function visit(id: string, user: string): void {
    const userNames = users.get(id) ?? new Set();
    if (userNames.has(user)) return;
    users.set(id, userNames.add(user));
    for (const next of importsOf(id)) visit(next, user);
  }
  for (const [id, name] of entries) visit(id, name);
  for (const id of ids) for (const loadedId of loadsOf(id)) visit(loadedId, ON_USE);
  return users;
}

/**
 * Says which scripts go into one file, by who needs them: all pages (libraries in a file of their
 * own), the wizard, forms apart as well, the steps in which something is typed, two steps, one step with what is loaded on use, or the pages
 * about the artist. Left out is what one
 * page needs, which stays with it, and what is only loaded on use.
 * @param entries the scripts that pages begin with, by their ids, and what their routes are called.
 */
export function planScripts(
  scripts: Scripts,
  entries: ReadonlyMap<string, string>,
): Map<string, string> {
  const users = usersOf(scripts, entries);
  const files = new Map<string, string[]>();
  for (const id of scripts.ids) {
    const file = entries.has(id)
      ? undefined
      : fileFor(users.get(id) ?? new Set(), scripts.sizeOf(id) < TINY);
    if (!file) continue;
    const name = file === "portal" && scripts.isForeign(id) ? "library" : file;
    files.set(name, [...(files.get(name) ?? []), id]);
  }
  return new Map(
    [...files].flatMap(([file, ids]) => {
      const bytes = ids.reduce((sum, id) => sum + scripts.sizeOf(id), 0);
      const isPair = file.includes("&") || file.endsWith(`+${ON_USE}`);
      return ids.map((id): [string, string] => [
        id,
        isPair && bytes < SMALL ? ofSteps(users.get(id)) : file,
      ]);
    }),
  );
}

/** What pages apart need of the wizard's comes to them without the rest of it. */
function wizardOrForms(users: ReadonlySet<string> = new Set()): string {
  const isOfWizard = (user: string) => user === ON_USE || user.startsWith("routes/submit");
  return [...users].every(isOfWizard) ? "wizard" : "forms";
}

/** Nothing is typed on the last step: what only the others need, and nothing on use, is no burden for it. */
function ofSteps(users: ReadonlySet<string> = new Set()): string {
  const isOfAll = ["routes/submit", "routes/submit.review", ON_USE].some((one) => users.has(one));
  const file = wizardOrForms(users);
  return isOfAll || file === "forms" ? file : "typed";
}

function fileFor(users: ReadonlySet<string>, isTiny: boolean): string | undefined {
  if (users.has("entry.client") || users.has("root")) return "portal";
  const steps = [...users].filter(isStep).sort();
  if (users.has("routes/submit") || steps.length > 2) return ofSteps(users);
  const names = steps.join("&").replaceAll("routes/submit.", "");
  if (steps.length === 1 && users.has(ON_USE) && [...users].every(isStepOnUseOrOurs))
    return `${names}+${ON_USE}`;
  if (steps.length === 1 && users.size > 1 && [...users].every(isAboutArtist))
    return "about-artist";
  if (steps.length === 2) return names;
  return isTiny && steps.length > 0 && users.size > 1 ? "forms" : undefined;
}
