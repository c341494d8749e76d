export {
  default,
  handle,
  shouldRevalidate,
} from "~/features/wizard/frame/wizard-route";
export { loader } from "~/features/wizard/frame/wizard-route.server";
export { ErrorBoundary } from "~/ui/error-page";
