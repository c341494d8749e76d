import {
  actionLabel,
  isForArtist,
  type PendingAction,
} from "~/domain/submission/record/pending-actions";
import { StatusChip } from "~/ui/status-chip";
import { StatusMark } from "~/ui/status-mark";

interface ReleaseStateProps {
  status: string;
  actions: readonly PendingAction[];
}

/** The status of a release with what it needs from its artist. Wanted changes stand for "Pending". */
export function ReleaseState({ status, actions }: ReleaseStateProps) {
  return (
    <>
      {!actions.includes("make-changes") && <StatusChip status={status} />}
      {actions.filter(isForArtist).map((action) => (
        <StatusMark key={action} tone="waiting">
          {actionLabel(action)}
        </StatusMark>
      ))}
    </>
  );
}
