import { Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Content that is folded away until its summary is pressed. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details>
      <Text component="summary" py={10} w="fit-content" style={{ cursor: "pointer" }}>
        {summary}
      </Text>
      {children}
    </details>
  );
}
