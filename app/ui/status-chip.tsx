import { statusLabel, statusTone } from "~/reference/statuses";
import { StatusMark } from "./status-mark";

export function StatusChip({ status }: { status: string }) {
  return <StatusMark tone={statusTone(status)}>{statusLabel(status)}</StatusMark>;
}
