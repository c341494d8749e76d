import { Paper } from "@mantine/core";

/** A text as it is, with long lines wrapped, so that nothing scrolls out of a keyboard's reach. */
export function Verbatim({ children }: { children: string }) {
  return (
    <Paper
      component="pre"
      p="sm"
      m={0}
      fz="sm"
      style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
    >
      {children}
    </Paper>
  );
}
