import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/controls";

interface GoProps {
  /** A page of ours, with its query. */
  here: string;
  /** How far the contract is opened there; without it, not at all. */
  contract?: "open" | "sign";
  /** The one to press. */
  main?: boolean;
  id?: string;
  children: ReactNode;
}

/** A button that goes on within the panel: the address says where, so that it needs no script. */
export function PanelLinkButton({ here, contract, main, id, children }: GoProps) {
  const [path = here, query] = here.split("?");
  return (
    <Form method="get" action={path} preventScrollReset>
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {contract && <input type="hidden" name="contract" value={contract} />}
      <Button type="submit" id={id} variant={main ? undefined : "default"}>
        {children}
      </Button>
    </Form>
  );
}
