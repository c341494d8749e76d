import { VisuallyHidden } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { type IntentButton, SecondaryButton } from "~/ui/intent-button";

interface PostButtonProps extends ComponentProps<typeof IntentButton> {
  /** Posted with the intent. */
  fields?: Readonly<Record<string, string>>;
  /** The page that acts; without it the page itself. */
  action?: string;
  /** The end of its name, for screen readers, where the page has several such buttons. */
  unseen?: ReactNode;
}

/** A button that is a form of its own. */
export function PostButton({ fields = {}, action, unseen, children, ...button }: PostButtonProps) {
  return (
    <form method="post" action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SecondaryButton {...button}>
        {children}
        {unseen && <VisuallyHidden> {unseen}</VisuallyHidden>}
      </SecondaryButton>
    </form>
  );
}
