"""What leaves the application: pictures, films, web pages, reports."""
