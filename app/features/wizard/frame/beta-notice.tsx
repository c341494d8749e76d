import { Button, Stack } from "@mantine/core";
import { type FormEvent, useEffect, useRef } from "react";
import dialog from "~/ui/dialog.module.css";
import { closeModal, isModal, isOpen, openModal } from "~/ui/modal";

interface BetaNoticeProps {
  supportEmail: string;
  /** The address that the button posts to without script. */
  action: string;
  /** The page to return to after that post. */
  currentPath: string;
  /** Called when it was dismissed, by its button or by Escape. */
  onDismiss: () => void;
}

/**
 * The Beta Portal Notice. The server renders it open: in the page's flow if no script can run, else over the
 * page, where its button works before the scripts are loaded. The scripts only make it modal in the same
 * place, so that nothing moves.
 */
export function BetaNotice({ supportEmail, action, currentPath, onDismiss }: BetaNoticeProps) {
  const notice = useRef<HTMLDialogElement>(null);
  const start = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // In a task of its own: showing a modal makes the rest of the page inert, for which browsers restyle all
    // of it, and this must not delay hydration.
    const timer = setTimeout(() => {
      const { current } = notice;
      if (!current || !isOpen(current) || isModal(current)) return;
      openModal(current);
      start.current?.focus();
    });
    return () => clearTimeout(timer);
  }, []);

  function dismiss(event: FormEvent) {
    event.preventDefault();
    if (notice.current) closeModal(notice.current);
  }

  return (
    <dialog
      ref={notice}
      open
      aria-labelledby="beta-notice"
      className={dialog.veil}
      onClose={onDismiss}
    >
      <div className={dialog.card}>
        <h2 id="beta-notice">Beta Portal Notice</h2>
        <Stack>
          <p>
            Welcome, and thank you for being early. What you type and send is saved as you go: you
            can stop at any time, and continue in this browser within 14 days.
          </p>
          <p>
            Is something missing or broken? Write to{" "}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        </Stack>
        <form method="post" action={action} onSubmit={dismiss}>
          <input type="hidden" name="to" value={currentPath} />
          <Button ref={start} type="submit" fullWidth>
            Got it, let's start!
          </Button>
        </form>
      </div>
    </dialog>
  );
}
