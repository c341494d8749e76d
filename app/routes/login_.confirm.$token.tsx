export {
  default,
  ErrorBoundary,
  handle,
  meta,
} from "~/features/portal/sign-ins/confirm-by-link-route";
export { action, loader } from "~/features/portal/sign-ins/confirm-by-link-route.server";
