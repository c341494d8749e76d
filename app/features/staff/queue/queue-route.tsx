import { Outlet, type ShouldRevalidateFunction, useLoaderData, useParams } from "@remix-run/react";
import { DeskContext } from "../desk/desk-context";
import { isListReload, isPostedBeside, listQueryOf } from "../desk/desk-requests";
import { LoadAhead } from "../desk/load-ahead";
import { PlayerDock } from "../desk/player-dock";
import { PostDecision } from "../desk/post-decision";
import { useDeskState } from "../desk/use-desk-state";
import { UndoStrip } from "../undo-strip";
import styles from "./queue.module.css";
import { QueueList } from "./queue-list";
import type { loader } from "./queue-route.server";

/** Scripts are for keys, sound, and moving on without loading the page. */
export const handle = { scripts: true, shortcuts: true };

/** The list stays as it is while one moves along it. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { formMethod, currentUrl, nextUrl, defaultShouldRevalidate } = change;
  // A post that ends while another list is on its way asks this, too.
  if (listQueryOf(currentUrl) !== listQueryOf(nextUrl)) return true;
  const isPost = formMethod !== undefined && formMethod !== "GET";
  const isWanted = isListReload(change) || (isPost && !isPostedBeside(change));
  return isWanted && defaultShouldRevalidate;
};

/** The desk: the list on the left, what is open of it beside that, and the player below both. */
export default function ReviewDesk() {
  const data = useLoaderData<typeof loader>();
  const { submissionId } = useParams();
  const desk = useDeskState(data, submissionId);
  return (
    <DeskContext.Provider value={desk}>
      <div className={styles.desk} data-entry={submissionId !== undefined || undefined}>
        <QueueList {...data} currentId={submissionId} />
        <Outlet />
        <UndoStrip />
        <PlayerDock />
      </div>
      {desk.sent.map((decision) => (
        <PostDecision key={decision.number} decision={decision} />
      ))}
      {desk.next && <LoadAhead key={desk.next.path} path={desk.next.path} />}
    </DeskContext.Provider>
  );
}
