import { Badge, Box, Button, Checkbox, Group, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import dialog from "~/ui/dialog.module.css";
import { closeModal, openModal } from "~/ui/modal";
import { useHydrated } from "~/ui/use-hydrated";
import {
  areShortcutsEnabled,
  replayEarlyKeys,
  setShortcutsEnabled,
  useShortcuts,
} from "./use-shortcuts";

/** A key and its description. */
export type ShortcutLine = readonly [key: string, does: string];

function Key({ children }: { children: string }) {
  return (
    <Badge component="kbd" variant="default" size="lg" radius="sm" tt="none">
      {children}
    </Badge>
  );
}

/** A dialog that lists the keys of a page, opened by `?` or its button, with a switch to disable them. */
export function ShortcutsHelp({ keys }: { keys: readonly ShortcutLine[] }) {
  const box = useRef<HTMLDialogElement>(null);
  const [isEnabled, setIsEnabled] = useState(true);
  const open = () => {
    setIsEnabled(areShortcutsEnabled());
    if (box.current) openModal(box.current);
  };
  useShortcuts({ "?": open });
  const isHydrated = useHydrated();
  // Dialogs that keys open are in the page from then on.
  useEffect(() => {
    if (isHydrated) void replayEarlyKeys();
  }, [isHydrated]);
  if (!isHydrated) return null;
  return (
    <>
      <Button variant="subtle" px="xs" onClick={open} rightSection={<Key>?</Key>}>
        Keys
      </Button>
      <dialog ref={box} className={dialog.veil} aria-labelledby="keys-title">
        <div className={dialog.card}>
          <h2 id="keys-title">Keys</h2>
          <Stack component="dl" gap="xs">
            {[...keys, ["?", "This list"] as const].map(([key, text]) => (
              <Group key={key} wrap="nowrap">
                <Box component="dt" miw={72}>
                  <Key>{key}</Key>
                </Box>
                <dd>{text}</dd>
              </Group>
            ))}
          </Stack>
          <Checkbox
            role="switch"
            id="keys-on"
            label="Use single keys"
            description="Switch this off if you use speech input, or press keys by accident. This browser remembers it."
            checked={isEnabled}
            onChange={({ currentTarget }) => {
              setShortcutsEnabled(currentTarget.checked);
              setIsEnabled(currentTarget.checked);
            }}
          />
          <Button variant="default" onClick={() => box.current && closeModal(box.current)}>
            Close
          </Button>
        </div>
      </dialog>
    </>
  );
}
