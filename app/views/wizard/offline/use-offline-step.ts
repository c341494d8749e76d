import { useNavigate, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useOnChange } from "~/components/use-on-change";
import type { AutosaveState } from "~/forms/autosave/autosave-state";
import type { OfflinePage, SavedPage } from "~/submission/offline/offline-draft.client";
import { firstOpenStep, mayOpen } from "~/submission/steps/steps";
import { loadDisconnectedModule, loadOfflineModule } from "./load-modules";

/** The draft of a step as this browser keeps it. */
export type OfflineStepDraft = NonNullable<
  ReturnType<typeof import("./disconnected-module").readOfflineStep>
>;

/** What a page without anybody's draft shows in the place of its form. */
export type UnavailableReason = "opening" | "nothing-kept";

/** What a step's page shows of its draft. */
export interface StepData extends SavedPage {
  page: OfflinePage;
}

/** Whether this browser may keep the form. */
function useMayKeep(): boolean {
  return useRouteLoaderData<{ keepsForm: boolean }>("routes/submit")?.keepsForm === true;
}

/**
 * The draft of a step whose page came as nobody sees it: what this browser keeps. A page with a draft
 * is kept for such a time.
 * @returns `copy` in place of the page's own, or what is `missing`; and a key by which its form stays
 * when the draft itself comes.
 */
export function useOfflineStep({ page, saved, completed, files, prefill }: StepData): {
  copy?: OfflineStepDraft;
  missing?: UnavailableReason;
  formKey: string;
} {
  const mayKeep = useMayKeep();
  const navigate = useNavigate();
  const isShell = page.draftId === "";
  const [lookup, setLookup] = useState<{ copy: OfflineStepDraft | undefined }>();
  const { step } = page;
  useEffect(() => {
    if (!mayKeep) return;
    let isLeft = false;
    if (!isShell) {
      const pageData = { saved, completed, files, prefill };
      void loadOfflineModule().then((side) => side?.offlineStore.page(page, pageData));
      return;
    }
    void loadDisconnectedModule().then((side) => {
      if (isLeft) return;
      const copy = side?.readOfflineStep(step);
      // Once shown it stays: read anew, it would be laid over what is being typed.
      setLookup((current) =>
        copy && current?.copy?.page.draftId === copy.page.draftId ? current : { copy },
      );
      if (copy && !mayOpen(step, copy.completed))
        navigate(`${firstOpenStep(copy.completed).path}?early=${step}`, { replace: true });
    });
    return () => {
      isLeft = true;
    };
  }, [mayKeep, isShell, page, saved, completed, files, prefill, step, navigate]);
  // Another draft than the one that was kept begins with a form of its own.
  const formKey = lookup?.copy ? page.draftId || lookup.copy.page.draftId : "";
  if (!isShell) return { formKey };
  if (lookup?.copy) return { copy: lookup.copy, formKey };
  return { missing: lookup ? "nothing-kept" : "opening", formKey };
}

/** Keeps what was saved of a step while it is typed in. @param read what the form shows now. */
export function useStoreOffline(
  state: AutosaveState,
  read: () => [page: OfflinePage, saved: object] | undefined,
): void {
  const mayKeep = useMayKeep();
  useOnChange(state, () => {
    const now = mayKeep && state.phase === "saved" ? read() : undefined;
    if (now) void loadOfflineModule().then((side) => side?.offlineStore.saved(...now));
  });
}

/** Where a press leads while the label cannot be reached; see `advanceOffline`. */
export async function continueOffline(
  page: OfflinePage,
  intent: string,
): Promise<string | undefined> {
  return (await loadDisconnectedModule())?.advanceOffline(page, intent);
}
