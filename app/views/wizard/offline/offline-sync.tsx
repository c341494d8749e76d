import {
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useSubmit,
} from "@remix-run/react";
import { useEffect, useState } from "react";
import { Button } from "~/components/controls";
import { useOnMount } from "~/components/use-on-change";
import { deleteOfflineDraft } from "~/forms/autosave/delete-offline-draft.client";
import { loadDisconnectedModule, loadOfflineModule } from "./load-modules";

/**
 * Keeps the form in this browser, and takes up with the label again what was done without it. Shows
 * nothing but that a newer version is there.
 * @param isKept by the setting; where it is not, nothing stays of what was kept.
 * @param isShell whether the page came as nobody sees it.
 */
export function OfflineSync({ isKept, isShell }: { isKept: boolean; isShell: boolean }) {
  const [takeOver, setTakeOver] = useState<() => Promise<void>>();
  const { key } = useLocation();
  const submit = useSubmit();
  const navigate = useNavigate();
  const { revalidate, state } = useRevalidator();
  const isMoving = useNavigation().state !== "idle" || state !== "idle";

  useOnMount(() => {
    if (!isKept) return deleteOfflineDraft();
    loadOfflineModule(isShell)
      .then((side) => side?.registerOfflineWorker((act) => setTakeOver(() => act)))
      // A browser may forbid it, as in a private window.
      .catch(() => undefined);
  });

  // As nobody sees it a page waits for the line wherever it leads; any other looks once it is shown.
  const place = isShell || key;
  useEffect(() => {
    // What comes of a move may be as nobody sees it once more.
    if (!isKept || isMoving) return;
    const stop = new AbortController();
    const back = async () => {
      const side = await loadOfflineModule(place === true);
      side?.setShowingUnsentStep(false);
      // A page with a draft of its own has nothing to wait for unless a step has.
      if (place !== true && !side?.hasPendingSteps()) return;
      const todo = await (await loadDisconnectedModule())?.resumeOnline(stop.signal);
      if (stop.signal.aborted || !todo) return;
      if (todo.does === "post")
        submit(new URLSearchParams(todo.fields), { method: "post", action: todo.path });
      else if (todo.does === "go") navigate(todo.path);
      else if (todo.does === "reload") revalidate();
    };
    back().catch(() => undefined);
    return () => stop.abort();
  }, [isKept, isMoving, place, submit, navigate, revalidate]);

  return (
    <div role="status" className="frame-place">
      {takeOver && !isShell && (
        <div className="frame-notice">
          <p>
            <strong>There is a newer version of this form.</strong> What you typed is kept, and your
            files carry on.
          </p>
          <Button onClick={() => void takeOver()}>Use the newer version</Button>
          <Button variant="default" onClick={() => setTakeOver(undefined)}>
            Not now
          </Button>
        </div>
      )}
    </div>
  );
}
