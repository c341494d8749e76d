import { useNavigate, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useChange } from "~/components/use-news";
import type { AutosaveState } from "~/forms/autosave/autosave-state";
import type { KeptPage, SavedPage } from "~/submission/offline/kept-draft.client";
import { firstOpenStep, mayOpen } from "~/submission/steps/steps";
import { aloneSide, offlineSide } from "./load-side";

/** The draft of a step as this browser keeps it. */
export type Kept = NonNullable<ReturnType<typeof import("./alone-side").keptStep>>;

/** What a page without anybody's draft shows in the place of its form. */
export type Missing = "opening" | "nothing-kept";

/** What a step's page shows of its draft. */
export interface StepData extends SavedPage {
  page: KeptPage;
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
export function useKeptStep({ page, saved, completed, files, prefill }: StepData): {
  copy?: Kept;
  missing?: Missing;
  formKey: string;
} {
  const mayKeep = useMayKeep();
  const navigate = useNavigate();
  const isShell = page.draftId === "";
  const [lookup, setLookup] = useState<{ copy: Kept | undefined }>();
  const { step } = page;
  useEffect(() => {
    if (!mayKeep) return;
    let isLeft = false;
    if (!isShell) {
      const pageData = { saved, completed, files, prefill };
      void offlineSide().then((side) => side?.keep.page(page, pageData));
      return;
    }
    void aloneSide().then((side) => {
      if (isLeft) return;
      const copy = side?.keptStep(step);
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
export function useKeepSaved(
  state: AutosaveState,
  read: () => [page: KeptPage, saved: object] | undefined,
): void {
  const mayKeep = useMayKeep();
  useChange(state, () => {
    const now = mayKeep && state.phase === "saved" ? read() : undefined;
    if (now) void offlineSide().then((side) => side?.keep.saved(...now));
  });
}

/** Where a press leads while the label cannot be reached; see `goOn`. */
export async function goOnOffline(page: KeptPage, intent: string): Promise<string | undefined> {
  return (await aloneSide())?.goOn(page, intent);
}
