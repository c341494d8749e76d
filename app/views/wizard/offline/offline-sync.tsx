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
 * Stores the form in this browser, and sends what was done offline once the connection is back. Shows only
 * that a newer version is available.
 * @param isKept whether offline use is enabled; if not, stored drafts are deleted.
 * @param isShell whether the page was rendered without a draft, for offline use.
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
      // Browsers may forbid it, as in private windows.
      .catch(() => undefined);
  });

  // A shell waits for the connection on every page; other pages check once they are shown.
  const place = isShell || key;
  useEffect(() => {
    // A navigation may lead to a shell again.
    if (!isKept || isMoving) return;
    const stop = new AbortController();
    const back = async () => {
      const side = await loadOfflineModule(place === true);
      side?.setShowingUnsentStep(false);
      // A page with its own draft waits only for pending steps.
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
