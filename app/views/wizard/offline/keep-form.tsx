import {
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useSubmit,
} from "@remix-run/react";
import { useEffect, useState } from "react";
import { Button } from "~/components/controls";
import { useArrival } from "~/components/use-news";
import { forgetKeptDraft } from "~/forms/autosave/forget-kept-draft.client";
import { aloneSide, offlineSide } from "./load-side";

/**
 * Keeps the form in this browser, and takes up with the label again what was done without it. Shows
 * nothing but that a newer version is there.
 * @param isKept by the setting; where it is not, nothing stays of what was kept.
 * @param isShell whether the page came as nobody sees it.
 */
export function KeepForm({ isKept, isShell }: { isKept: boolean; isShell: boolean }) {
  const [takeOver, setTakeOver] = useState<() => Promise<void>>();
  const { key } = useLocation();
  const submit = useSubmit();
  const navigate = useNavigate();
  const { revalidate, state } = useRevalidator();
  const isMoving = useNavigation().state !== "idle" || state !== "idle";

  useArrival(() => {
    if (!isKept) return forgetKeptDraft();
    offlineSide(isShell)
      .then((side) => side?.keepForm((act) => setTakeOver(() => act)))
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
      const side = await offlineSide(place === true);
      side?.setAsking(false);
      // A page with a draft of its own has nothing to wait for unless a step has.
      if (place !== true && !side?.stepsWait()) return;
      const todo = await (await aloneSide())?.comeBack(stop.signal);
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
