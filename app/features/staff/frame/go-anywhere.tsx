import { useWindowEvent } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";

const SpotlightPanel = lazy(() => import("./spotlight-panel"));

/** Ctrl+K goes anywhere. What that needs is loaded when it is pressed first. */
export function GoAnywhere() {
  const [isWanted, setIsWanted] = useState(false);
  useWindowEvent("keydown", (event) => {
    if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || isWanted) return;
    event.preventDefault();
    setIsWanted(true);
  });
  if (!isWanted) return null;
  return (
    <Suspense>
      <SpotlightPanel />
    </Suspense>
  );
}
