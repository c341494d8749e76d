import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import type { StatusTone } from "~/reference/statuses";

/** One shape per tone, so that none is told by colour alone. */
const shapes: Record<StatusTone, string> = {
  neutral: "M0 0v10h10V0zM2 2h6v6H2z",
  waiting: "M0 0v10h10V0z",
  good: "M5 0a5 5 0 1 0 0 10A5 5 0 1 0 5 0z",
  bad: "M5 0l5 5-5 5-5-5z",
};

/** The shape of a tone, as high as a letter. */
export function StatusShape({ tone }: { tone: StatusTone }) {
  return (
    <svg viewBox="0 0 10 10" width={10} height={10} style={{ flex: "none" }} aria-hidden="true">
      <path d={shapes[tone]} fill="currentColor" fillRule="evenodd" />
    </svg>
  );
}

/** A text with a mark whose colour and shape show the tone. */
export function StatusMark({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <Badge
      component="span"
      color={tone === "neutral" ? "gray" : tone}
      leftSection={<StatusShape tone={tone} />}
    >
      {children}
    </Badge>
  );
}
