import { Button } from "@mantine/core";
import {
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useSubmit,
} from "@remix-run/react";
import { useEffect, useState } from "react";
import { deleteOfflineDraft } from "~/forms/autosave/sign-out";
import { useOnMount } from "~/ui/use-on-change";
import { loadDisconnectedModule, loadOfflineModule } from "./use-offline-step";

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
  const isNavigating = useNavigation().state !== "idle" || state !== "idle";

  useOnMount(() => {
    if (!isKept) return deleteOfflineDraft();
    loadOfflineModule(isShell)
      .then((module) => module?.registerOfflineWorker((activate) => setTakeOver(() => activate)))
      // Browsers may forbid it, as in private windows.
      .catch(() => undefined);
  });

  // A shell waits for the connection on every page; other pages check once they are shown.
  const pageKey = isShell || key;
  useEffect(() => {
    // A navigation may lead to a shell again.
    if (!isKept || isNavigating) return;
    const controller = new AbortController();
    const resume = async () => {
      const module = await loadOfflineModule(pageKey === true);
      module?.setShowingUnsentStep(false);
      // A page with its own draft waits only for pending steps.
      if (pageKey !== true && !module?.hasPendingSteps()) return;
      const result = await (await loadDisconnectedModule())?.resumeOnline(controller.signal);
      if (controller.signal.aborted || !result) return;
      if (result.action === "post")
        submit(new URLSearchParams(result.fields), { method: "post", action: result.path });
      else if (result.action === "go") navigate(result.path);
      else if (result.action === "reload") revalidate();
    };
    resume().catch(() => undefined);
    return () => controller.abort();
  }, [isKept, isNavigating, pageKey, submit, navigate, revalidate]);

  return (
    <div role="status" className="frame-place">
      {takeOver && !isShell && (
        <div className="frame-notice">
          <p>
            <strong>There is a newer version of this form.</strong> We keep what you typed, and your
            files continue.
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
