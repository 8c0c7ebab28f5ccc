# docker build -t mockserver . && docker run --rm -p 4020:4020 mockserver
FROM python:3.12-slim AS build
WORKDIR /source
COPY .ci/constraints.txt pyproject.toml README.md ./
COPY mockserver mockserver
RUN python -m venv /opt/mockserver \
 && /opt/mockserver/bin/pip install --no-cache-dir --constraint constraints.txt .

FROM python:3.12-slim
COPY --from=build /opt/mockserver /opt/mockserver
RUN useradd --system --create-home --home-dir /data mockserver
ENV PATH=/opt/mockserver/bin:$PATH MOCKSERVER_HOST=0.0.0.0
USER mockserver
WORKDIR /data
VOLUME /data
EXPOSE 4020
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s CMD ["mockserver", "wait", "--timeout", "2"]
ENTRYPOINT ["mockserver"]
CMD ["serve"]
