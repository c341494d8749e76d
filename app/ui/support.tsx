import { Text } from "@mantine/core";
import { useRouteLoaderData } from "@remix-run/react";

/** The address for help. */
export function SupportContact() {
  const address = useRouteLoaderData<{ supportEmail: string }>("root")?.supportEmail;
  if (!address) return null;
  return (
    <Text size="sm">
      Stuck? Write to <a href={`mailto:${address}`}>{address}</a>.
    </Text>
  );
}
