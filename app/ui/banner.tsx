import { Alert, Stack, Text } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { SupportContact } from "./support";
import { useOnMountAndChange } from "./use-on-change";

/**
 * The red banner over a step with errors. It takes the focus when it appears and whenever `focusKey` changes,
 * except while that is false.
 */
export function Banner(props: { title: string; focusKey: unknown; children: ReactNode }) {
  const { title, focusKey, children } = props;
  const banner = useRef<HTMLDivElement>(null);
  useOnMountAndChange(focusKey, () => focusKey !== false && banner.current?.focus());
  return (
    <Alert ref={banner} color="bad" tabIndex={-1}>
      <Stack gap="xs">
        <Text component="h2" size="lg" fw={700} ff="text" c="var(--bad)" data-wrong>
          {title}
        </Text>
        {children}
        <SupportContact />
      </Stack>
    </Alert>
  );
}
