import { useEffect } from "react";
import { Link } from "react-router-dom";
import { Brand } from "./Brand.tsx";

/** For addresses that lead nowhere. */
export function NotFound() {
  useEffect(() => {
    document.title = "Not found · Satchel";
  }, []);
  return (
    <main className="lone">
      <Brand />
      <h1 className="title-section">There is nothing here</h1>
      <p>The address leads to no page of Satchel.</p>
      <Link className="btn btn--accent" to="/">
        Go home
      </Link>
    </main>
  );
}
