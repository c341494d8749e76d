import type { SlotVersions } from "../upload";
import { changesFacts, type UploadFacts, type UploadState } from "../upload-state";

/** A file of this tab. */
export interface Entry {
  state: UploadState;
  /** Its bytes, where this tab has them. */
  file?: File | undefined;
  /** Names the choice of it; see `choiceSchema`. */
  choice?: string | undefined;
}

/** The slots of this tab: their files and versions, and who listens to what becomes of them. */
export class UploadTable {
  private readonly entries = new Map<string, Entry>();
  private readonly facts = new Map<string, UploadFacts>();
  private readonly listeners = new Set<() => void>();

  /** The versions of its slots that the page has shown or made. */
  private shownVersions: SlotVersions = {};
  private madeVersions: SlotVersions = {};

  /** Calls `listen` on every change of any file; returns the function that stops it. */
  subscribe(listen: () => void): () => void {
    this.listeners.add(listen);
    return () => this.listeners.delete(listen);
  }

  /** Has every listener look again, after what is around the files has changed. */
  notifyListeners(): void {
    for (const listen of this.listeners) listen();
  }

  entryIn(slot: string): Entry | undefined {
    return this.entries.get(slot);
  }

  stateIn(slot: string): UploadState | undefined {
    return this.entries.get(slot)?.state;
  }

  /** The same object until something besides its progress changes. */
  factsIn(slot: string): UploadFacts | undefined {
    return this.facts.get(slot);
  }

  all(): Entry[] {
    return [...this.entries.values()];
  }

  allStates(): UploadState[] {
    return this.all().map(({ state }) => state);
  }

  /** Puts a file into its slot, in place of what was there. */
  set(entry: Entry): void {
    const { state } = entry;
    this.entries.set(state.slot, entry);
    this.facts.set(state.slot, state);
    this.notifyListeners();
  }

  /** Changes what is known of a file; nothing when another has taken its place. */
  update(entry: Entry, next: Partial<UploadState>): void {
    const { slot } = entry.state;
    if (this.entries.get(slot) !== entry) return;
    const isNews = changesFacts(entry.state, next);
    entry.state = { ...entry.state, ...next };
    if (isNews) this.facts.set(slot, entry.state);
    this.notifyListeners();
  }

  delete(slot: string): void {
    this.entries.delete(slot);
    this.facts.delete(slot);
    this.notifyListeners();
  }

  clear(): void {
    this.entries.clear();
    this.facts.clear();
    this.shownVersions = {};
    this.madeVersions = {};
    this.notifyListeners();
  }

  /** The version of a slot that a choice of now is made upon. */
  versionOf(slot: string): number {
    return this.shownVersions[slot] ?? 0;
  }

  /** The versions that this tab's own choices have made, for a form that was loaded before them. */
  versionsOfTab(): SlotVersions {
    return this.madeVersions;
  }

  /** Notes the version of a slot that the artist knows of. @param isMade by this tab. */
  noteVersion(slot: string, version: number, isMade: boolean): void {
    this.shownVersions = { ...this.shownVersions, [slot]: Math.max(version, this.versionOf(slot)) };
    if (isMade) this.madeVersions = { ...this.madeVersions, [slot]: version };
  }

  /** Resolves as soon as no file is left for which `isPending` holds. */
  settled(isPending: (state: UploadState) => boolean): Promise<void> {
    return new Promise((resolve) => {
      if (!this.allStates().some(isPending)) return resolve();
      const stop = this.subscribe(() => {
        if (this.allStates().some(isPending)) return;
        stop();
        resolve();
      });
    });
  }
}
