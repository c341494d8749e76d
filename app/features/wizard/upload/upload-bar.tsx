import { Progress } from "@mantine/core";
import { percentInFlight, percentSent, type UploadState } from "~/domain/uploads/upload-state";
import fields from "../file-box.module.css";

/** For use in a summary, where blocks are not allowed. */
const inline = { component: "span" };

/** The stored part of a file, and, paler, the part in flight. */
export function UploadBar({ live, width }: { live: UploadState; width?: number }) {
  const verb = live.phase === "sending" ? "Sending" : "Sent so far of";
  const percent = percentSent(live);
  return (
    <Progress.Root {...inline} w={width} className={fields.bar}>
      <Progress.Section {...inline} value={percent} aria-label={`${verb} ${live.fileName}`} />
      <Progress.Section
        {...inline}
        value={percentInFlight(live) - percent}
        withAria={false}
        opacity={0.4}
      />
    </Progress.Root>
  );
}
