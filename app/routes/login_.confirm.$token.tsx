export {
  default,
  handle,
  meta,
} from "~/features/portal/sign-ins/confirm-by-link-route";
export { action, loader } from "~/features/portal/sign-ins/confirm-by-link-route.server";
export { ErrorBoundary } from "~/ui/error-page";
