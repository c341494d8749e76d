import { Button, Stack } from "@mantine/core";
import { useId, useRef } from "react";
import type { FieldErrors } from "~/forms/form-reply";
import dialog from "./dialog.module.css";
import styles from "./error-dialog.module.css";
import { closeModal, isOpen, openModal } from "./modal";
import { revealField } from "./reveal-field";
import { useHydrated } from "./use-hydrated";
import { useOnMountAndChange } from "./use-on-change";

interface ErrorDialogProps {
  title: string;
  /** Sentences about the step as a whole. */
  sentences: string[];
  errors: FieldErrors;
  /** A new object for every refusal; the dialog opens for each. */
  refusal: unknown;
}

/**
 * Lists what a refused Next misses and leads to each field. When it closes without a choice, the focus goes
 * back to the banner beneath. It does not open for a refusal that the server rendered.
 */
export function ErrorDialog({ title, sentences, errors, refusal }: ErrorDialogProps) {
  const hydrated = useHydrated();
  const serverRefusal = useRef(hydrated ? undefined : refusal);
  const list = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const chosenField = useRef<string>();
  const id = useId();
  const missing = Object.entries(errors);
  const shouldOpen = hydrated && missing.length > 0 && refusal !== serverRefusal.current;

  useOnMountAndChange(shouldOpen && refusal, () => {
    const { current } = list;
    if (!shouldOpen || !current || isOpen(current)) return;
    openModal(current);
    heading.current?.focus();
  });

  function close(name?: string) {
    chosenField.current = name;
    if (list.current) closeModal(list.current);
  }

  function afterClose() {
    const name = chosenField.current;
    chosenField.current = undefined;
    if (name && list.current) void revealField(list.current, name);
  }

  if (!shouldOpen) return null;
  return (
    <dialog ref={list} aria-labelledby={id} className={dialog.veil} onClose={afterClose}>
      <div className={`${dialog.card} ${styles.card}`}>
        <Stack gap="xs">
          <h2 ref={heading} id={id} tabIndex={-1} style={{ color: "var(--bad)" }} data-wrong>
            {title}
          </h2>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Stack>
        <ul className={styles.list}>
          {missing.map(([name, { text }]) => (
            <li key={name}>
              <Button
                variant="subtle"
                color="bad"
                fullWidth
                justify="space-between"
                rightSection={<span aria-hidden="true">→</span>}
                onClick={() => close(name)}
              >
                {text}
              </Button>
            </li>
          ))}
        </ul>
        <div className={styles.foot}>
          <Button variant="default" fullWidth onClick={() => close()}>
            Close
          </Button>
        </div>
      </div>
    </dialog>
  );
}
