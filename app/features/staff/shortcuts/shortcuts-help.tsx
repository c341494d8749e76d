import { ActionIcon, Box, Button, Checkbox, Group, Kbd, Stack } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
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
      <ActionIcon variant="subtle" onClick={open} aria-label="Keys" title="Keys (?)">
        <IconKeyboard size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
      {/* Outside of the queue, which phones hide beside an entry. */}
      {createPortal(
        <dialog ref={box} className={dialog.veil} aria-labelledby="keys-title">
          <div className={dialog.card}>
            <h2 id="keys-title">Keys</h2>
            <Stack component="dl" gap="xs">
              {[...keys, ["?", "This list"] as const].map(([key, text]) => (
                <Group key={key} wrap="nowrap">
                  <Box component="dt" miw={72}>
                    <Kbd>{key}</Kbd>
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
        </dialog>,
        document.body,
      )}
    </>
  );
}
