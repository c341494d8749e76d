export {
  default,
  ErrorBoundary,
  handle,
  shouldRevalidate,
} from "~/features/wizard/frame/wizard-route";
export { loader } from "~/features/wizard/frame/wizard-route.server";
