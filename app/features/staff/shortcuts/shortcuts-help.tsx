import { Button, Switch } from "@mantine/core";
import { useRef, useState } from "react";
import dialog from "~/ui/dialog.module.css";
import { closeModal, openModal } from "~/ui/modal";
import { useHydrated } from "~/ui/use-hydrated";
import styles from "./shortcuts-help.module.css";
import { areShortcutsEnabled, setShortcutsEnabled, useShortcuts } from "./use-shortcuts";

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
  if (!useHydrated()) return null;
  return (
    <>
      <button type="button" className={styles.opens} onClick={open}>
        Keys <kbd className={styles.key}>?</kbd>
      </button>
      <dialog ref={box} className={dialog.veil} aria-labelledby="keys-title">
        <div className={dialog.card}>
          <h2 id="keys-title">Keys</h2>
          <dl className={styles.keys}>
            {[...keys, ["?", "This list"] as const].map(([key, text]) => (
              <div key={key} className={styles.line}>
                <dt>
                  <kbd className={styles.key}>{key}</kbd>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <Switch
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
