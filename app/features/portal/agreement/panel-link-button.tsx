import { Button } from "@mantine/core";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";

interface PanelLinkButtonProps {
  /** A path of ours with its query. */
  currentPath: string;
  /** How far the contract is opened there; without it the contract stays closed. */
  contract?: "open" | "sign";
  /** Whether it is the primary button. */
  isPrimary?: boolean;
  id?: string;
  children: ReactNode;
}

/** A button that navigates within the panel by a GET form, so that it needs no script. */
export function PanelLinkButton({
  currentPath,
  contract,
  isPrimary,
  id,
  children,
}: PanelLinkButtonProps) {
  const [path = currentPath, query] = currentPath.split("?");
  return (
    <Form method="get" action={path} preventScrollReset>
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {contract && <input type="hidden" name="contract" value={contract} />}
      <Button type="submit" id={id} variant={isPrimary ? undefined : "default"}>
        {children}
      </Button>
    </Form>
  );
}
