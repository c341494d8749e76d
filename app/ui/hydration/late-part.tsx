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
import { finishHydration } from "./take-over.client";

/** Restores early input. Rendered before all other content, so that its effects run first. */
function RestoreEarlyInput({ part }: { part?: RefObject<HTMLElement> }) {
  const notify = useRef(() => {});
  useIsomorphicEffect(() => {
    if (!part || part.current) notify.current = finishHydration(part?.current ?? undefined);
  }, [part]);
  useEffect(() => {
    // A part that was rendered together with its container is known only now.
    if (part?.current) finishHydration(part.current)();
    notify.current();
    if (!part) markHydrated();
    // For measurements and tests.
    performance.mark(part ? "part-hydrated" : "page-hydrated");
  }, [part]);
  return null;
}

/**
 * The content of the body. The Suspense boundary limits what React renders again after a mismatch; without it
 * the head with its style sheets would be replaced as well.
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
  fallback?: ReactNode;
}

/** A part of the page whose script loads later than the page's. Its fields may be used before that. */
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
