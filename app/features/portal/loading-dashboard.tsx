import { useNavigation } from "@remix-run/react";

/** Says that the dashboard is loading, after a client-side navigation. */
export function LoadingDashboard() {
  const { location } = useNavigation();
  return <p role="status">{location?.pathname === "/dashboard" && "Loading your dashboard..."}</p>;
}
