import { createContext, useContext } from "react";

/** A developer's shortcuts, as the server judged them for this page. */
interface DevTools {
  /** Whether there are any. */
  isEnabled: boolean;
  /** Whether every step opens and Next leads on unchecked. */
  skipsValidation: boolean;
  /** The submission mode; known where there are shortcuts. */
  submissionsEnabled?: boolean;
}

/** Off for everyone outside the wizard's layout, and for every artist inside it. */
export const DevToolsContext = createContext<DevTools>({
  isEnabled: false,
  skipsValidation: false,
});

/** The shortcuts of the page around. */
export function useDevTools(): DevTools {
  return useContext(DevToolsContext);
}
