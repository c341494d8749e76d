import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/controls";

interface GoProps {
  /** A path of ours with its query. */
  here: string;
  /** How far the contract is opened there; without it the contract stays closed. */
  contract?: "open" | "sign";
  /** Whether it is the primary button. */
  main?: boolean;
  id?: string;
  children: ReactNode;
}

/** A button that navigates within the panel by a GET form, so that it needs no script. */
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
