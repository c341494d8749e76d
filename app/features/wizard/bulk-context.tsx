import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useMemo,
  useState,
} from "react";
import { type BulkPlan, NO_CHANGES } from "~/domain/submission/music/bulk-credits";
import { BULK, type BulkView, NOT_CHOSEN } from "~/domain/submission/music/edit-bulk";

/** Which tracks are chosen, and what is to change on them. Apart from the page, which is dear to draw again. */
interface Bulk {
  bulk: BulkView;
  changeBulk: (next: BulkView) => void;
}

const BulkContext = createContext<Bulk>({ bulk: NOT_CHOSEN, changeBulk: () => {} });

export const useBulk = () => useContext(BulkContext);

/** @param served what the server's last reply says; a new one replaces what is shown. */
export function BulkProvider(props: { served: BulkView | undefined; children: ReactNode }) {
  const { served, children } = props;
  const [bulk, changeBulk] = useState(served ?? NOT_CHOSEN);
  const [lastServed, setLastServed] = useState(served);
  if (served !== lastServed) {
    setLastServed(served);
    if (served) changeBulk(served);
  }
  const state = useMemo(() => ({ bulk, changeBulk }), [bulk]);
  return <BulkContext.Provider value={state}>{children}</BulkContext.Provider>;
}

/** The panel's state, and what makes a button edit it here instead of on the server. */
export function useBulkPlan() {
  const { bulk, changeBulk } = useBulk();
  const plan = bulk.plan ?? NO_CHANGES;
  const setPlan = (next: BulkPlan | undefined) =>
    changeBulk({ ...bulk, plan: next, error: undefined });
  const editsPlan = (next: () => BulkPlan | undefined) => ({
    formAction: `#${BULK}`,
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      setPlan(next());
      // The pressed button may be gone.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.getElementById(BULK)?.focus();
      });
    },
  });
  return { bulk, changeBulk, plan, setPlan, editsPlan };
}
