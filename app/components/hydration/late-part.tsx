import { useIsomorphicEffect } from "@mantine/hooks";
import {
  type ComponentPropsWithoutRef,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { markHydrated } from "../use-hydrated";
import type { LateComponent } from "./late-component";
import { settleHydration } from "./take-over.client";

/**
 * Puts back what was typed before React took over the page or the part. It stands before everything else
 * in there, so that its effects run first.
 */
function RestoreEarlyInput({ part }: { part?: RefObject<HTMLElement> }) {
  const tell = useRef(() => {});
  useIsomorphicEffect(() => {
    if (!part || part.current) tell.current = settleHydration(part?.current ?? undefined);
  }, [part]);
  useEffect(() => {
    // A part that was drawn in one with its place is known only now.
    if (part?.current) settleHydration(part.current)();
    tell.current();
    if (!part) markHydrated();
    // For whoever measures how long that takes, and for tests.
    performance.mark(part ? "part-hydrated" : "page-hydrated");
  }, [part]);
  return null;
}

/**
 * What a page has in its body. Where React finds other nodes than its own, such as those of an extension, it draws
 * anew what is in here, and not the head with its style sheets, which would take the look of the page away.
 */
export const HydratedPart = memo(({ children }: { children: ReactNode }) => (
  <Suspense>
    <RestoreEarlyInput />
    {children}
  </Suspense>
));

interface LatePartProps<P> extends Omit<ComponentPropsWithoutRef<"div">, "children"> {
  component: LateComponent<P>;
  props: P;
  /** Stands there while its script is on its way. */
  fallback?: ReactNode;
}

/** A part of the page whose script comes later than the page's. Its fields may be used before that. */
export function LatePart<P extends object>({
  component,
  props,
  fallback,
  ...rest
}: LatePartProps<P>) {
  const [Component] = useState(() => component.Loaded ?? component.Lazy);
  const part = useRef<HTMLDivElement>(null);
  return (
    <div {...rest} data-late={component.name} ref={part}>
      <Suspense fallback={fallback}>
        <RestoreEarlyInput part={part} />
        <Component {...props} />
      </Suspense>
    </div>
  );
}
